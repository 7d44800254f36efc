import type { Language } from '../../shared/languages.ts';
import { engineList } from '../environment.ts';

/** Transcribe lists no languages, so all are expected unless the environment names some. */
export function hasRecogniser({ transcribe }: Language): boolean {
  return engineList('TRANSCRIBE_LANGUAGES')?.includes(transcribe) ?? true;
}
