import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { sourceLanguage, targetLanguage, text } from './translate.schema.ts';

export { translate } from './translate.schema.ts';

const translation = z.object({
  /** A ULID: newer ones sort later. */
  id: z.string(),
  text: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  translatedText: z.string(),
  createdAt: z.iso.datetime(),
  isStarred: z.boolean(),
});

const cursor = z.optional(z.string().check(z.maxLength(200, 'This cursor is not valid.')));

const page = z.object({
  translations: z.array(translation),
  /** Where the next page begins; null after the last one. */
  cursor: z.nullable(z.string()),
});

export const list = {
  input: z.object({
    cursor,
    starred: z.optional(z.literal('true', 'Send "true" as "starred", or nothing.')),
  }),
  output: page,
};

export const search = {
  input: z.object({
    query: z
      .string('Enter a search term.')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a search term.'),
        z.maxLength(limits.searchCharacters, `A search has at most ${limits.searchCharacters} characters.`),
      ),
    isStarred: z.optional(z.literal(true)),
    cursor,
  }),
  output: page,
};

const id = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'This isn’t a translation ID.'));

export const remove = { input: z.object({ id }), output: z.object({}) };

export const star = { input: z.object({ id, isStarred: z.boolean() }), output: z.object({}) };

/** Translations made in the browser without Premium or a connection. */
export const keep = {
  input: z.object({
    /** The user who made them: by now, the cookies may belong to another. */
    userId: z.optional(z.string()),
    entries: z
      .array(
        z.object({
          /** A ULID: the history is sorted by it. */
          id: z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'This isn’t a translation ID.')),
          text,
          sourceLanguage,
          targetLanguage,
          translatedText: z
            .string()
            .check(
              z.refine(
                (translated) => translated.length > 0 && translated.length <= limits.importedCharacters,
                `A translation has 1 to ${limits.importedCharacters} characters.`,
              ),
            ),
          createdAt: z.iso.datetime({ precision: 3, error: 'This isn’t a valid time.' }),
          isStarred: z.boolean(),
        }),
      )
      .check(
        z.minLength(1, 'Send at least one translation.'),
        z.maxLength(limits.importsAtOnce, `Send at most ${limits.importsAtOnce} translations at once.`),
        z.refine(
          (entries) => new Set(entries.map((entry) => entry.id)).size === entries.length,
          'Send each translation once.',
        ),
      ),
  }),
  output: z.object({}),
};
