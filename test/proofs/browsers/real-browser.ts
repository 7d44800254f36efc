/** A browser that people use, driven from outside. */
export interface RealBrowser {
  readonly name: BrowserName;
  /** Opens a browser of its own, with nothing kept from before, on the site. */
  open(visit: Visit): Promise<Page>;
}

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

/** How somebody comes to the site. */
export interface Visit {
  readonly url: string;
  /** What the browser says of itself, where that is not its own. */
  readonly userAgent?: string | undefined;
  /** The site's cookies by name. */
  readonly cookies?: ReadonlyMap<string, string> | undefined;
  /** Refuses the microphone. */
  readonly isDeaf?: boolean | undefined;
  /** Run in the page before the product's own code; in WebKit, which cannot, as soon as it has loaded. */
  readonly prepare: readonly (() => void)[];
}

export interface Page {
  /** Of the browser. */
  readonly version: string;
  /** Errors of the console and of scripts so far. */
  problems(): Promise<readonly string[]>;
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Presses the element of an XPath with the pointer, as a person would: it may play sound after that. */
  click(xpath: string): Promise<void>;
  /** Types into the element of an XPath. */
  type(xpath: string, text: string): Promise<void>;
  press(key: 'Enter' | 'Space'): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}
