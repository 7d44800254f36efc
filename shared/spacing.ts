/** Between two pieces of speech: nothing in languages without spaces. */
export function getSeparator(language: string): ' ' | '' {
  return /^(zh|ja|th)(-|$)/.test(language) ? '' : ' ';
}
