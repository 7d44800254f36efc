import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** English only: lists for other languages are machine-translated and would mask everyday words. */
export const maskedLanguages: ReadonlySet<string> = new Set(['en']);

/** Replaces English swear words with the characters that Amazon Translate uses. */
export function maskSwearWords(text: string): string {
  const found = matcher.getAllMatches(text, true);
  let masked = '';
  let end = 0;
  for (const word of text.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)) {
    const isSwearWord = found.some(
      ({ startIndex, endIndex }) => startIndex < word.index + word[0].length && endIndex >= word.index,
    );
    if (!isSwearWord) continue;
    masked += text.slice(end, word.index) + grawlix;
    end = word.index + word[0].length;
  }
  return masked + text.slice(end);
}

const grawlix = '?$#@$';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
