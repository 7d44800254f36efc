import { createStore } from '../../browser/store.ts';

/** Offsets of the word of the translation that is being spoken. */
export const spokenWord = createStore<SpokenWord | undefined>(undefined);

interface SpokenWord {
  readonly start: number;
  readonly end: number;
}

export function canHighlight(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS;
}
