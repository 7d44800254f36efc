import { romanize } from 'es-hangul';

/** Revised Romanization of the pronunciation, including sound changes between letters. */
export function romaniseKorean(text: string): string {
  return romanize(text);
}
