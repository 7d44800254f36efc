/**
 * What a text is searched by, on the server and in the browser alike. Capital letters come first, since `ß` and `ı`
 * have one and small letters do not lead back to them; the small sigma at a word's end is no difference, nor are the
 * accents of Latin, Greek and Cyrillic letters. The marks of other scripts are letters, and stay.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.normalize('NFD').replace(accents, '').normalize('NFC');
}

const accents = /[\u0300-\u036f]/g;

/** The words of a query, each once. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== '');
}

/** What a translation is searched by: each word of a query has to stand somewhere in it. */
export function searchedOf({ text, translatedText }: { text: string; translatedText: string }): string {
  return `${fold(text)}\n${fold(translatedText)}`;
}

/**
 * Whether a translation fits into one item of the history. DynamoDB takes 400 KB
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Limits.html), and an item holds both texts and what they are
 * searched by: folding makes up to 18 characters of one, such as `ﷺ`.
 */
export function fitsHistory(translation: { text: string; translatedText: string }): boolean {
  const { length } = translation.text + translation.translatedText;
  if (length * (1 + mostFolded) <= mostCharacters) return true;
  return length + searchedOf(translation).length <= mostCharacters;
}

const mostFolded = 18;

/** At most 3 bytes each in UTF-8. */
const mostCharacters = 120_000;
