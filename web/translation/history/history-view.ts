import { fold, joinSearched, splitWords } from '../../../shared/searched.ts';
import { type HistoryEntry, type KeptTranslation, newestFirst } from './history-entries.ts';

export interface View {
  readonly query: string;
  readonly isStarred: boolean;
}

export interface AccountPage {
  readonly translations: readonly KeptTranslation[];
  readonly cursor: string | null;
}

/** Follows the rules of the server's search. */
export function matches(translation: KeptTranslation, { query, isStarred }: View): boolean {
  if (isStarred && !translation.isStarred) return false;
  if (query === '') return true;
  const searched = foldedOf(translation);
  return splitWords(query).every((word) => searched.includes(word));
}

/**
 * Merges the local and the account history, newest first. Local entries win: their star or removal may not have been sent
 * yet. Ends where the account's pages end, so that a later page inserts nothing in between.
 *
 * @param pages undefined without an account, or if it cannot be reached
 */
export function mergeHistory(
  entries: readonly HistoryEntry[],
  pages: readonly AccountPage[] | undefined,
  view: View,
): KeptTranslation[] {
  const through = pages?.at(-1)?.cursor ?? '';
  const here = new Set(entries.map(({ id }) => id));
  const there = pages?.flatMap(({ translations }) => translations) ?? [];
  return [
    ...entries.filter((entry) => entry.id >= through && matches(entry, view)),
    ...there.filter(({ id }) => !here.has(id)),
  ].sort(newestFirst);
}

/** A text in pieces: every second one is where a word of the query stands. */
export function markedPieces(text: string, query: string): string[] {
  const words = splitWords(query);
  if (words.length === 0) return [text];
  // Letters may fold to several, or to none: each folded one remembers where it comes from.
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const letters = fold(segment);
    for (let index = 0; index < letters.length; index++) origins.push(at);
    folded += letters;
    at += segment.length;
  }
  origins.push(text.length);
  const ends = [...origins.slice(1)];
  const marks: [number, number][] = [];
  for (const word of words) {
    for (let found = folded.indexOf(word); found !== -1; found = folded.indexOf(word, found + word.length)) {
      const start = origins[found] ?? 0;
      let last = found + word.length - 1;
      // The whole letter, where its end is in the middle of what it folds to.
      while (last < ends.length && ends[last] === origins[last]) last++;
      marks.push([start, ends[last] ?? text.length]);
    }
  }
  return cut(
    text,
    marks.sort(([one], [other]) => one - other),
  );
}

function cut(text: string, marks: readonly (readonly [number, number])[]): string[] {
  const pieces: string[] = [''];
  let at = 0;
  for (const [start, end] of marks) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from === at && pieces.length > 1) pieces[pieces.length - 2] += text.slice(at, end);
    else {
      pieces[pieces.length - 1] += text.slice(at, from);
      pieces.push(text.slice(from, end), '');
    }
    at = end;
  }
  pieces[pieces.length - 1] += text.slice(at);
  return pieces;
}

function foldedOf(translation: KeptTranslation): string {
  const known = folded.get(translation);
  if (known !== undefined) return known;
  const searched = joinSearched(translation);
  folded.set(translation, searched);
  return searched;
}

/** Folding a long history on each keystroke would be slow. */
const folded = new WeakMap<KeptTranslation, string>();
