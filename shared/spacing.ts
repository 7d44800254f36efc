/** What stands between two pieces of speech: nothing in languages that are written without spaces. */
export function spaceOf(language: string): ' ' | '' {
  return /^(zh|ja|th)(-|$)/.test(language) ? '' : ' ';
}
