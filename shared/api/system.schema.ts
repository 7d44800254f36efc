import * as z from 'zod/mini';

const engine = z.object({
  up: z.boolean(),
  /** Codes of our languages that this engine supports here. */
  languages: z.array(z.string()),
});

export const health = {
  input: z.object({}),
  output: z.object({
    /** `degraded` when an engine is down. */
    status: z.enum(['ok', 'degraded']),
    engines: z.object({
      translation: z.extend(engine, {
        /** `source>target` in our codes, `auto>target` with detection; null when all pairs work. */
        pairs: z.nullable(z.array(z.string())),
        /** Missing options are not supported. */
        options: z.optional(
          z.object({
            /** Codes of languages with formality. */
            formality: z.array(z.string()),
            /** Codes of languages with masking. */
            profanity: z.array(z.string()),
            /** Whether languages can be detected. */
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
    /** The requested path. */
    path: z.string(),
  }),
  output: z.never(),
};
