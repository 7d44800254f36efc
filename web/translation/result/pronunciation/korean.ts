import { romanize } from 'es-hangul';

/** The Revised Romanization, as the words sound together. */
export function romaniseKorean(text: string): string {
  return romanize(text);
}
