import * as z from 'zod/mini';
import { isLanguageCode, isSourceCode } from '../languages.ts';
import { limits } from '../limits.ts';
import { hasText } from '../text/has-text.ts';
import type { ToldReason } from '../text/refusals.ts';

export const sourceLanguage = z
  .string()
  .check(
    z.refine((code) => code === 'auto' || isSourceCode(code), 'Parley can’t translate from this language.'),
  );
export const targetLanguage = z
  .string()
  .check(z.refine(isLanguageCode, 'Parley can’t translate to this language.'));

/** `z.enum` and `z.boolean` would add a kilobyte. */
function oneOf<const Value>(values: readonly Value[], message: string) {
  // The API's document reads the values.
  return Object.assign(
    z.custom<Value>((given) => values.includes(given), message),
    { values },
  );
}

const maxCharacters = limits.textCharacters.user;

export const text = z.string('Type or say something to translate.').check(
  z.trim(),
  z.refine(hasText, {
    error: 'Type or say something to translate.',
    params: { reason: 'noText' } satisfies ToldReason,
  }),
  // `maxLength` counts code points; the limit counts UTF-16 code units.
  z.refine((text) => text.length <= maxCharacters, {
    error: () => `Your text can be at most ${maxCharacters.toLocaleString('en')} characters long.`,
    params: { reason: 'textTooLong', values: { max: maxCharacters } } satisfies ToldReason,
  }),
);

/** In a separate file, so that the function that must start fastest loads little. */
export const translate = {
  input: z.object({
    text,
    sourceLanguage,
    targetLanguage,
    formality: z.optional(oneOf(['formal', 'informal'], 'Formality must be formal or informal.')),
    profanity: z.optional(oneOf(['mask'], 'Profanity must be "mask", or missing.')),
    /** Not kept in the history, but counted. */
    isPrivate: z.optional(oneOf([true, false], 'isPrivate must be true or false.')),
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
    detectedLanguage: z.optional(z.string()),
    /** Why it used no translation. Absent if it did. */
    uncounted: z.optional(oneOf(['unchanged', 'no-words'], 'Unknown reason.')),
    /** The id in the history, if it was kept. */
    keptAs: z.optional(z.string()),
  }),
};
