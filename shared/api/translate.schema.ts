import * as z from 'zod/mini';
import { isLanguageCode, isSourceCode } from '../languages.ts';
import { limits } from '../limits.ts';

export const sourceLanguage = z
  .string()
  .check(
    z.refine((code) => code === 'auto' || isSourceCode(code), 'This is not a language we translate from.'),
  );
export const targetLanguage = z
  .string()
  .check(z.refine(isLanguageCode, 'This is not a language we translate to.'));

/** One of a few values; made of what the schema has anyway, since `z.enum` and `z.boolean` weigh a kilobyte. */
function oneOf<const Value>(values: readonly Value[], message: string) {
  return z.custom<Value>((given) => values.includes(given as Value), message);
}

export const text = z.string('Type or say something to translate.').check(
  z.trim(),
  // Control and format characters alone say nothing, and are no white space to `trim`.
  z.refine((text) => /[^\s\p{C}]/u.test(text), 'Type or say something to translate.'),
  // `maxLength` counts code points; the limit counts UTF-16 code units.
  z.refine(
    (text) => text.length <= limits.textCharacters.user,
    `A text can have at most ${limits.textCharacters.user} characters.`,
  ),
);

/** Apart from its area's other schemas: the function that has to start fastest loads no more than it needs. */
export const translate = {
  input: z.object({
    text,
    /** `auto` has the translator find it out. */
    sourceLanguage,
    targetLanguage,
    /** How people are addressed; as it comes without it. */
    formality: z.optional(oneOf(['formal', 'informal'], 'Formality is formal or informal.')),
    /** What becomes of swear words; they stay without it. */
    profanity: z.optional(oneOf(['mask'], 'Profanity can be masked.')),
    /** Nothing of it is kept in the history. It counts like any other. */
    isPrivate: z.optional(oneOf([true, false], 'Private is true or false.')),
    idempotencyKey: z.optional(
      z.string().check(
        z.refine(
          (key) => /^[\x21-\x7e]+$/.test(key),
          'An idempotency key is printable ASCII without spaces.',
        ),
        z.refine(
          (key) => key.length <= limits.idempotencyKeyCharacters,
          `An idempotency key has at most ${limits.idempotencyKeyCharacters} characters.`,
        ),
      ),
    ),
  }),
  output: z.object({
    translatedText: z.string(),
    /** With `auto`: the language that the text is in, where it is one of ours. */
    detectedLanguage: z.optional(z.string()),
    /** Its id in the account's history, where it is kept there. */
    keptAs: z.optional(z.string()),
  }),
};
