import { fold } from '../../shared/searched.ts';

/** Pieces of a text that alternate between plain and matching, plain first. */
export type Highlighted = readonly string[];

/**
 * @param words folded
 * @param options `findPlaces` of a word in the folded text: by default all of them
 */
export function highlight(
  text: string,
  words: readonly string[],
  { findPlaces = findAll, foldLetter = fold } = {},
): Highlighted {
  if (words.length === 0) return [text];
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  // A letter may fold to several, or to none.
  const letterAt = letters.flatMap((letter, index) => Array<number>(foldLetter(letter).length).fill(index));
  const folded = letters.map(foldLetter).join('');
  const matching = new Set<number>();
  for (const word of words) {
    for (const place of findPlaces(folded, word)) {
      for (const index of letterAt.slice(place, place + word.length)) matching.add(index);
    }
  }
  const pieces = [''];
  for (const [index, letter] of letters.entries()) {
    const isMatchingPiece = pieces.length % 2 === 0;
    if (matching.has(index) !== isMatchingPiece) pieces.push('');
    pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

function findAll(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}
