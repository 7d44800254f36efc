export interface RealBrowser {
  readonly name: BrowserName;
  open(visit: Visit): Promise<Page>;
}

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

export interface Visit {
  readonly url: string;
  readonly userAgent?: string | undefined;
  readonly cookies?: ReadonlyMap<string, string> | undefined;
  /** The browser refuses the microphone; in WebKit there is none. */
  readonly isMicrophoneRefused?: boolean | undefined;
  /** Runs before the page's own code, in WebKit at the first access to a document. */
  readonly prepare: readonly (() => void)[];
}

export interface Page {
  readonly version: string;
  problems(): Promise<readonly string[]>;
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}
