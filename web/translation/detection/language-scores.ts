import { eld } from 'eld/extrasmall';
import type { Scores } from './detect-language.ts';

/** In its own file, because its data are larger than the first load. */
export function scoreLanguages(text: string): Scores {
  return Object.entries(eld.detect(text).getScores());
}
