import type { Language } from '../../shared/languages.ts';

/**
 * Whether speech in the language can be recognised. Transcribe lists no languages: where it can do fewer than its
 * documentation says, configuration says which.
 */
export function hasRecogniser(language: Language): boolean {
  const only = process.env.TRANSCRIBE_LANGUAGES?.split(',');
  return only?.includes(language.transcribe) ?? true;
}
