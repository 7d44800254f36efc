/** What the service worker keeps; `build.ts` finds it out. */
export interface Shell {
  readonly files: readonly ShellFile[];
  /** For each address that is answered with a document: the address that the document is kept by. */
  readonly documents: Readonly<Record<string, string>>;
}

export interface ShellFile {
  readonly url: string;
  /** Null where the name already changes with what is in it. */
  readonly revision: string | null;
  /** Without it, half of a deployment would be kept as the whole. */
  readonly integrity?: string;
}

/** What a page says to the worker that waits, once somebody wants it. */
export const takeOver = 'take-over';
