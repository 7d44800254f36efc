import * as z from 'zod/mini';
import { type RoutePath, routes } from '../routes.ts';

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
      recognition: z.extend(engine, {
        /** Speech can be sent while it is spoken; otherwise only as clips, afterwards. */
        streams: z.boolean(),
      }),
      speech: engine,
    }),
  }),
};

/** An error in the site's own scripts. Has no field that could hold a visitor's words. */
export const reportError = {
  input: z.strictObject({
    /** `render`: React replaced a part of the page by a message. */
    kind: z.enum(['render', 'script', 'rejection']),
    name: z.string().check(z.regex(/^[A-Za-z]\w{0,60}$/)),
    /** `path:line:column` in one of our scripts. */
    place: z.optional(z.string().check(z.regex(/^[\w./-]{1,100}:\d{1,7}:\d{1,7}$/))),
    page: z.enum([...routes.map(({ path }): RoutePath | '404' => path), '404']),
    /** The name of the first script, which has a hash. */
    release: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  }),
  output: z.object({}),
};

export const notFound = {
  input: z.object({
    path: z.string(),
  }),
  output: z.never(),
};
