import * as z from 'zod/mini';
import { isLanguageCode, isSourceCode } from '../languages.ts';
import { limits } from '../limits.ts';

const sourceLanguage = z.string().check(z.refine(isSourceCode, 'This is not a language we translate from.'));
export const targetLanguage = z
  .string()
  .check(z.refine(isLanguageCode, 'This is not a language we translate to.'));

/** Apart from its area's other schemas: the function that has to start fastest loads no more than it needs. */
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
