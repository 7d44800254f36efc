import { hasFormality, hasMask, type Language } from '../../shared/languages.ts';

/** What can be asked of a translation besides its languages. */
export type Option = 'formality' | 'profanity';

/**
 * Whether a translation into the language can have the option. A translator that can do less than Amazon Translate is
 * configured with `TRANSLATE_FORMALITY` and `TRANSLATE_PROFANITY` (`de,fr` in provider codes).
 */
export function hasOption(option: Option, target: Language): boolean {
  const { isDocumented, variable } = options[option];
  const only = process.env[variable]?.split(',');
  return isDocumented(target) && (only?.includes(target.translate) ?? true);
}

const options = {
  formality: { isDocumented: hasFormality, variable: 'TRANSLATE_FORMALITY' },
  profanity: { isDocumented: hasMask, variable: 'TRANSLATE_PROFANITY' },
} as const;
