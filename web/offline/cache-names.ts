/** Must not contain `old`, `v1` or `deprecated`: housekeeping deletes such caches. */
export const cacheNames = {
  shell: 'parley-shell',
  /** Quick phrases spoken by the server. */
  sounds: 'parley-phrase-audio',
  /** Models of the neural engine, and which of them the visitor has asked for. */
  models: 'parley-models',
  /** The neural engine itself. It exists once the visitor has asked for a model. */
  engine: 'parley-engine',
} as const;
