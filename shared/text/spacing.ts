/** Separates two pieces of speech. Empty for languages written without spaces. */
export function getSeparator(language: string): ' ' | '' {
  return /^(zh|ja|th)(-|$)/.test(language) ? '' : ' ';
}
