/** Numbers that more than one folder must agree on. */
export const limits = {
  /** Longest text of one translation, in characters (UTF-16 code units, as `maxlength` counts). */
  textCharacters: { guest: 1_000, user: 5_000 },
  /** Longest text spoken by one call, in characters. */
  speakCharacters: 5_000,
  /** Longest clip sent for transcription, in seconds: longer speech is sent as consecutive clips. */
  clipSeconds: 30,
  /** Largest clip, in bytes: base64 makes Lambda's 6 MB about 4.4 MB of audio. */
  audioBytes: 4_300_000,
  /** Longest `Idempotency-Key`. */
  idempotencyKeyCharacters: 100,
  /** Longest translation that is kept, in characters: languages differ in length, but not that much. */
  keptCharacters: 20_000,
  /** Translations that one call puts into an account's history. */
  keptAtOnce: 25,
  /** Longest words to search the history for. */
  searchCharacters: 200,
  /** Translations of a guest in all, and of a free account a day. */
  translations: { guest: 3, free: 10 },
  /** From here on the page says how few are left. */
  lowCount: 3,
} as const;
