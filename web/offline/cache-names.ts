/** Housekeeping deletes caches whose names contain `old`, `v1` or `deprecated`; none of these may. */
export const cacheNames = {
  /** The app: documents, scripts and their files. */
  shell: 'parley-shell',
  /** The quick phrases' translations. */
  phrases: 'parley-phrases',
  /** The server's sounds of them. */
  sounds: 'parley-phrase-audio',
} as const;
