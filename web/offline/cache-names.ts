/**
 * Every cache of ours, by what it holds. Housekeeping deletes what other names seem to be left over from, so none of
 * these may hold `old`, `v1` or `deprecated`; nor may they hold the site's own address, which might.
 */
export const cacheNames = {
  /** The app without a connection: documents, scripts, and what they show. */
  shell: 'parley-shell',
  /** The quick phrases' translations. */
  phrases: 'parley-phrases',
  /** The server's voice saying them. */
  sounds: 'parley-phrase-audio',
} as const;
