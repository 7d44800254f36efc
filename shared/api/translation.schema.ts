import * as z from 'zod/mini';
import { isLanguageCode, isSourceCode } from '../languages.ts';
import { limits } from '../limits.ts';

const sourceLanguage = z.string().check(z.refine(isSourceCode, 'This is not a language we translate from.'));
const targetLanguage = z.string().check(z.refine(isLanguageCode, 'This is not a language we translate to.'));

export const translate = {
  input: z.object({
    text: z.string('Type or say something to translate.').check(
      z.trim(),
      // Control and format characters alone say nothing, and are no white space to `trim`.
      z.refine((text) => /[^\s\p{C}]/u.test(text), 'Type or say something to translate.'),
      // `maxLength` counts code points; the limit counts UTF-16 code units.
      z.refine(
        (text) => text.length <= limits.textCharacters.user,
        `A text can have at most ${limits.textCharacters.user} characters.`,
      ),
    ),
    sourceLanguage,
    targetLanguage,
    idempotencyKey: z.optional(
      z
        .string()
        .check(
          z.regex(/^[\x21-\x7e]+$/, 'An idempotency key is printable ASCII without spaces.'),
          z.maxLength(
            limits.idempotencyKeyCharacters,
            `An idempotency key has at most ${limits.idempotencyKeyCharacters} characters.`,
          ),
        ),
    ),
  }),
  output: z.object({ translatedText: z.string() }),
};

export const phrases = {
  input: z.object({ target: z._default(targetLanguage, 'es-ES') }),
  output: z.object({
    target: z.string(),
    /** One entry per quick phrase that could be translated, in the order of the list. */
    phrases: z.array(z.object({ id: z.string(), translatedText: z.string() })),
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
