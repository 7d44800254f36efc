import { canMaskProfanity, hasFormality, type Language } from '../../shared/languages.ts';
import { findEngineAbilities } from '../environment.ts';

export type Option = 'formality' | 'profanity';

export function hasOption(option: Option, target: Language): boolean {
  const { isDocumented, list } = options[option];
  return isDocumented(target) && (findEngineAbilities(list)?.includes(target.translate) ?? true);
}

const options = {
  formality: { isDocumented: hasFormality, list: 'TRANSLATE_FORMALITY' },
  profanity: { isDocumented: canMaskProfanity, list: 'TRANSLATE_PROFANITY' },
} as const;
