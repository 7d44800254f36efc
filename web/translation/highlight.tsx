import { fold } from '../../shared/text/search-text.ts';
import { segment } from '../browser/segments.ts';

/** Pieces of a text that alternate between plain and matching, plain first. */
export type Highlighted = readonly string[];

/**
 * @param words folded
 * @param options `findPositions` finds a word in the folded text: by default, everywhere
 */
export function highlight(
  text: string,
  words: readonly string[],
  { findPositions = findAll, foldLetter = fold } = {},
): Highlighted {
  if (words.length === 0) return [text];
  const letters = segment(text, 'grapheme');
  // A letter may fold to several, or to none.
  const letterAt = letters.flatMap((letter, index) => Array<number>(foldLetter(letter).length).fill(index));
  const folded = letters.map(foldLetter).join('');
  const matching = new Set<number>();
  for (const word of words) {
    for (const position of findPositions(folded, word)) {
      for (const index of letterAt.slice(position, position + word.length)) matching.add(index);
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
  const positions: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) positions.push(at);
  return positions;
}

export function HighlightedText({ pieces }: { pieces: Highlighted }) {
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ only by their position
      <mark key={index} className="rounded-xs bg-accent-soft text-accent-strong">
        {piece}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ only by their position
      <span key={index}>{piece}</span>
    ),
  );
}
