export interface CacheManifest {
  readonly files: readonly CachedFile[];
  /** URLs of the neural engine, which are cached only for visitors who have asked for it. */
  readonly engine: readonly string[];
  readonly policy: string;
  /** HTML of the page that replaces uncached pages. */
  readonly offlinePage: string;
  /** URLs of the documents to serve, by path. */
  readonly documents: Readonly<Record<string, string>>;
}

export interface CachedFile {
  readonly url: string;
  /** Hash of content and policy; null if the name has a hash. */
  readonly revision: string | null;
  /** Rejects altered files, and files of an incomplete deployment. */
  readonly integrity: string;
}
