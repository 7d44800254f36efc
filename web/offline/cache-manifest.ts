export interface CacheManifest {
  readonly files: readonly CachedFile[];
  readonly policy: string;
  /** The HTML for other pages without a connection. */
  readonly offlinePage: string;
  readonly documents: Readonly<Record<string, string>>;
}

export interface CachedFile {
  readonly url: string;
  /** Hash of content and policy; null if the name has a hash. */
  readonly revision: string | null;
  /** Rejects altered files and files of a partial deployment. */
  readonly integrity: string;
}

export const takeOver = 'take-over';
