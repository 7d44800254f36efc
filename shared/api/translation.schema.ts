import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { targetLanguage } from './translate.schema.ts';

export { translate } from './translate.schema.ts';

export const phrases = {
  input: z.object({ target: z._default(targetLanguage, 'es-ES') }),
  output: z.object({
    target: z.string(),
    /**
     * One entry per quick phrase that could be translated, in the order of the list. `text` is what was translated:
     * an answer is kept for a day, and the phrase may have been reworded since.
     */
    phrases: z.array(z.object({ id: z.string(), text: z.string(), translatedText: z.string() })),
  }),
};

const translation = z.object({
  /** A ULID: newer ones sort later. */
  id: z.string(),
  text: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  translatedText: z.string(),
  createdAt: z.iso.datetime(),
});

const cursor = z.optional(z.string().check(z.maxLength(200, 'This is not a cursor of ours.')));

const page = z.object({
  /** Newest first. */
  translations: z.array(translation),
  /** Asks for the next page; null after the last one. */
  cursor: z.nullable(z.string()),
});

export const list = { input: z.object({ cursor }), output: page };

export const search = {
  input: z.object({
    query: z
      .string('Type what to look for.')
      .check(
        z.trim(),
        z.minLength(1, 'Type what to look for.'),
        z.maxLength(limits.searchCharacters, `Look for at most ${limits.searchCharacters} characters.`),
      ),
    cursor,
  }),
  output: page,
};

export const remove = {
  input: z.object({
    id: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'This is not a translation.')),
  }),
  output: z.object({}),
};
