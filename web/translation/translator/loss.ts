import type { TranslatorState } from './translator.ts';

/** Finds what Undo would bring back. Undefined for what is easy to repeat: a phrase, or spoken words. */
export function findLoss({ discarded: lost, ...now }: TranslatorState): Loss | undefined {
  if (!lost) return undefined;
  if (lost.text === now.text && lost.source === now.source) return 'translation';
  if (now.text === '') return lost.source === now.source ? 'text' : 'both';
  return lost.text === lost.pickedPhrase || lost.text === lost.transcript ? undefined : 'typed';
}

type Loss = 'translation' | 'text' | 'both' | 'typed';
