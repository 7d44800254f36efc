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
