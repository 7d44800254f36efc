import { createStore } from '../../browser/store.ts';

/** The word of the translation that is spoken now, by its offsets in the text. */
export const spokenWord = createStore<SpokenWord | undefined>(undefined);

interface SpokenWord {
  readonly start: number;
  readonly end: number;
}

export function canHighlight(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS;
}
