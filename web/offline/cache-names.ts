/** Housekeeping deletes caches whose names contain `old`, `v1` or `deprecated`; none of these may. */
export const cacheNames = {
  shell: 'parley-shell',
  phrases: 'parley-phrases',
  /** The server's sounds of quick phrases. */
  sounds: 'parley-phrase-audio',
} as const;
