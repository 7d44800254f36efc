import { segment } from '../../browser/segments.ts';

/** Words without case and punctuation. */
export function splitWords(text: string, space: ' ' | ''): string[] {
  const plain = text.toLowerCase();
  if (space === ' ') return plain.match(/[^\s\p{P}]+/gu) ?? [];
  return segment(plain, 'word').filter((word) => /[^\s\p{P}]/u.test(word));
}

export function beginsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, index) => word === words[index]);
}

/** How many words are still there, in the same order. A word counts if it is at least nearly the same. */
export function countKept(words: readonly string[], later: readonly string[]): number {
  // The longest common subsequence, one row per word.
  let row = later.map(() => 0);
  for (const word of words) {
    const above = row;
    row = [];
    for (const [index, other] of later.entries()) {
      const diagonal = above[index - 1] ?? 0;
      const best = Math.max(above[index] ?? 0, row[index - 1] ?? 0);
      row.push(isSimilar(word, other) ? Math.max(best, diagonal + 1) : best);
    }
  }
  return row.at(-1) ?? 0;
}

/** Like `were` and `where`, but not `no` and `nobody`: they share two thirds of the longer one. */
function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end += 1;
  return (start + end) * 3 >= longer.length * 2;
}
