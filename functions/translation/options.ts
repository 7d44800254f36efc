import { canMaskProfanity, hasFormality, type Language } from '../../shared/languages.ts';
import { findEngineAbilities } from '../environment.ts';

export type Option = 'formality' | 'profanity';

export function hasOption(option: Option, target: Language): boolean {
  const { isDocumented, variable } = options[option];
  return isDocumented(target) && (findEngineAbilities(variable)?.includes(target.translate) ?? true);
}

const options = {
  formality: { isDocumented: hasFormality, variable: 'TRANSLATE_FORMALITY' },
  profanity: { isDocumented: canMaskProfanity, variable: 'TRANSLATE_PROFANITY' },
} as const;
