import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** Languages whose swear words are known here. Other languages' lists are machine translations that mask everyday words. */
export const maskedLanguages: ReadonlySet<string> = new Set(['en']);

/** Each English swear word, whatever its ending, becomes the five characters that Amazon Translate writes. */
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
