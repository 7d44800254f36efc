/** Must not contain `old`, `v1` or `deprecated`: housekeeping deletes such caches. */
export const cacheNames = {
  shell: 'parley-shell',
  /** Quick phrases spoken by the server. */
  sounds: 'parley-phrase-audio',
} as const;
