/** What the service worker keeps; `build.ts` finds it out. */
export interface Shell {
  readonly files: readonly ShellFile[];
  /** The content security policy that they come with. */
  readonly policy: string;
  /** For each address that is answered with a document: the address that the document is kept by. */
  readonly documents: Readonly<Record<string, string>>;
}

export interface ShellFile {
  readonly url: string;
  /** Of what was built, with the policy; null where the name already changes with what is in it. */
  readonly revision: string | null;
  /** Of what was built. Without it a wrong answer, or half of a deployment, would be kept as the whole, perhaps for ever. */
  readonly integrity: string;
}

/** What a page says to the worker that waits, once somebody wants it. */
export const takeOver = 'take-over';
