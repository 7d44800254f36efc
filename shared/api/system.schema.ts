import * as z from 'zod/mini';

const engine = z.object({
  up: z.boolean(),
  /** Codes of our languages that this engine can do here. */
  languages: z.array(z.string()),
});

export const health = {
  input: z.object({}),
  output: z.object({
    /** `degraded` when an engine is down. */
    status: z.enum(['ok', 'degraded']),
    engines: z.object({
      translation: z.extend(engine, {
        /** `source>target` in our codes, `auto>target` where it finds out the source; null when every language translates to every other. */
        pairs: z.nullable(z.array(z.string())),
        /** What can be asked for besides the languages; what is not said cannot be. */
        options: z.optional(
          z.object({
            /** Codes of the languages that translations can be formal and informal in. */
            formality: z.array(z.string()),
            /** Codes of the languages that swear words can be masked in. */
            profanity: z.array(z.string()),
            /** Whether the language of a text can be found out. */
            detection: z.boolean(),
          }),
        ),
      }),
      recognition: engine,
      speech: engine,
    }),
  }),
};

export const notFound = {
  input: z.object({
    /** The one that was asked for. */
    path: z.string(),
  }),
  output: z.never(),
};
