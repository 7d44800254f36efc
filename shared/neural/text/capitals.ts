/** Signs and shouting. Up to three letters may be an abbreviation. */
export function isAllCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length > 3 && letters.every((letter) => /\p{Lu}/u.test(letter));
}

export function toSentenceCase(text: string, language: string): string {
  const lower = text.toLocaleLowerCase(language);
  return language === 'en' ? lower.replace(/(?<![\p{L}\p{N}])i(?![\p{L}\p{N}])/gu, 'I') : lower;
}

export function capitalise(text: string, language: string): string {
  return text.replace(
    /^([^\p{L}]*)(\p{L})/u,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase(language),
  );
}
