/** "Olá, Olá", "a a a", or far more words than there were. */
export function isRepetitive(source: string, translated: string): boolean {
  const [before, after] = [listWords(source), listWords(translated)];
  if (after.length > before.length * 3 + 6) return true;
  return countRepeated(after) > countRepeated(before);
}

/** Keeps one of each run of repeated words. */
export function collapseRepetition(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[\s,]+){0,3}?[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*)(?:[\s,;.]+\1(?![\p{L}\p{N}]))+/giu,
    '$1',
  );
}

/** In lower case, also of languages without spaces. */
export function listWords(text: string): string[] {
  return Array.from(words.segment(text.toLowerCase())).flatMap(({ segment, isWordLike }) =>
    isWordLike ? segment : [],
  );
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Words of runs that repeat the one to four words before them. */
function countRepeated(listed: readonly string[]): number {
  let repeated = 0;
  for (let length = 1; length <= 4; length++) {
    for (let start = length; start + length <= listed.length; start++) {
      const isSame = Array.from({ length }, (_, index) => index).every(
        (index) => listed[start + index] === listed[start - length + index],
      );
      if (isSame) repeated += length;
    }
  }
  return repeated;
}
