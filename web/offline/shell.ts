/** The files that the service worker keeps, collected by `build.ts`. */
export interface Shell {
  readonly files: readonly ShellFile[];
  /** Their content security policy. */
  readonly policy: string;
  /** The HTML for other pages without a connection. */
  readonly offlinePage: string;
  /** The document of each page's address. */
  readonly documents: Readonly<Record<string, string>>;
}

export interface ShellFile {
  readonly url: string;
  /** Of content and policy; null if the name has a hash. */
  readonly revision: string | null;
  /** Without it, a wrong answer or half a deployment would be kept. */
  readonly integrity: string;
}

/** The page's message to the waiting worker. */
export const takeOver = 'take-over';
