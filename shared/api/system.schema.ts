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
        /** `source>target` in our codes; null when every language translates to every other. */
        pairs: z.nullable(z.array(z.string())),
      }),
      recognition: engine,
      speech: engine,
    }),
  }),
};

export const notFound = { input: z.object({}), output: z.never() };
