import * as z from 'zod/mini';

const engine = z.object({
  up: z.boolean(),
  languages: z.array(z.string()),
});

export const health = {
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    engines: z.object({
      translation: z.extend(engine, {
        /** `source>target` in our codes, `auto>target` with detection; null when all pairs work. */
        pairs: z.nullable(z.array(z.string())),
        options: z.optional(
          z.object({
            formality: z.array(z.string()),
            profanity: z.array(z.string()),
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
    path: z.string(),
  }),
  output: z.never(),
};
