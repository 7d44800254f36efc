import { findLanguage, type Language } from '../../shared/languages.ts';
import { findEngineAbilities } from '../environment.ts';
import { UnsupportedLanguage } from '../errors.ts';

/** Transcribe has no API that lists its languages, so all are assumed supported unless the environment names some. */
export function hasRecogniser({ transcribe }: Language): boolean {
  return findEngineAbilities('TRANSCRIBE_LANGUAGES')?.includes(transcribe) ?? true;
}

/** @param code of a language of ours @throws UnsupportedLanguage */
export function requireRecogniser(code: string): Language {
  const language = findLanguage(code) as Language;
  if (!hasRecogniser(language)) throw new UnsupportedLanguage(language.code, 'recogniser');
  return language;
}

export const defaultConfidence = 0.9;
