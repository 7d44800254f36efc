/** Ignores case, and accents of Latin, Greek and Cyrillic letters. Upper case turns `ß` into `SS`, and `ı` into `I`. */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return lower.normalize('NFD').replace(accents, '').normalize('NFC');
}

const accents = /[\u0300-\u036f]/g;

export function splitWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== '');
}

export function buildSearchText({ text, translatedText }: { text: string; translatedText: string }): string {
  return `${fold(text)}\n${fold(translatedText)}`;
}

/** A DynamoDB item holds at most 400 KB (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Limits.html). */
export function fitsInHistory(translation: { text: string; translatedText: string }): boolean {
  const { length } = translation.text + translation.translatedText;
  if (length * (1 + maxFoldedLength) <= maxCharacters) return true;
  return length + buildSearchText(translation).length <= maxCharacters;
}

/** Folding can turn one character, such as `ﷺ`, into 18. */
const maxFoldedLength = 18;

/** At most 3 bytes each in UTF-8. */
const maxCharacters = 120_000;
