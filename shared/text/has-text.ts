/** Spaces, control and format characters are not text. `trim` keeps a zero-width space. */
export function hasText(text: string): boolean {
  return /[^\s\p{C}]/u.test(text);
}
