import type { Language } from '../../shared/languages.ts';
import { findEngineAbilities } from '../environment.ts';
import { UnsupportedLanguage } from '../errors.ts';

/** Transcribe cannot be asked for its languages, so all are assumed supported unless the environment names some. */
export function hasRecogniser({ transcribe }: Language): boolean {
  return findEngineAbilities('TRANSCRIBE_LANGUAGES')?.includes(transcribe) ?? true;
}

export function requireRecogniser(language: Language): void {
  if (!hasRecogniser(language)) throw new UnsupportedLanguage(language.name, 'recogniser');
}

export const defaultConfidence = 0.9;
