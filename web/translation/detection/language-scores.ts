import { eld } from 'eld/extrasmall';

/** Scores of languages by their tags, 0 to 1, best first. */
export type Scores = readonly (readonly [tag: string, score: number])[];

/** In its own file, because its data are larger than the first load. */
export function scoreLanguages(text: string): Scores {
  return Object.entries(eld.detect(text).getScores());
}
