import { createStore } from '../../browser/store.ts';

/** Offsets of the word of the translation that is being spoken. */
export const spokenWord = createStore<{ readonly start: number; readonly end: number } | undefined>(
  undefined,
);

export function canHighlight(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS;
}
