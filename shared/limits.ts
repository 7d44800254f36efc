export const limits = {
  /** One translation's text, in UTF-16 code units, as `maxlength` counts. */
  textCharacters: { guest: 1_000, user: 5_000 },
  /** The longest text in a field. Browsers need seconds to lay out a million characters. */
  fieldCharacters: 20_000,
  speakCharacters: 5_000,
  /** One clip, in seconds: Transcribe takes about as long as the clip. */
  clipSeconds: 15,
  /** One stream of speech, in seconds; longer speech continues in another one. */
  streamSeconds: 25,
  /** The largest chunk of a stream: a second of 16-bit samples at 16 kHz. */
  chunkBytes: 32_000,
  /** The smallest one that is not the last: a twentieth of a second. Smaller ones could keep an idle stream open. */
  minChunkBytes: 1_600,
  /** Length of a chunk, in seconds. Pages send longer ones on a slow network. */
  chunkSeconds: 0.35,
  /** One clip, in bytes: base64 leaves about 4.4 MB of Lambda's 6 MB. */
  audioBytes: 4_300_000,
  idempotencyKeyCharacters: 100,
  /** One translated text that a browser adds to the history. */
  importedCharacters: 20_000,
  importsAtOnce: 25,
  searchCharacters: 200,
  /** A guest's translations in total; a free account's per day. */
  translations: { guest: 3, free: 10 },
  /** Pages warn at this many translations left, or fewer. */
  lowRemaining: 3,
  /** Periods of the revenue dashboard, in days. */
  revenuePeriods: [7, 30],
} as const;

export const themes = ['system', 'light', 'dark'] as const;

/** In percent of the browser's text size. */
export const textSizes = [100, 115, 130, 150] as const;

/** Until the user logs in again: the life of a refresh token, and of what belongs to it. */
export const sessionDays = 30;
