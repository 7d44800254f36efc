import { queryOptions } from '@tanstack/react-query';
import { loadCardTexts } from '../../../shared/health-card/cards.ts';
import {
  allergens,
  type CardEntry,
  type CardTexts,
  conditions,
  diets,
} from '../../../shared/health-card/entries.ts';
import { canonicalizeCode } from '../../../shared/languages.ts';
import { createRememberedStore } from '../../browser/remembered.ts';

/** The visitor's choice, which never leaves the device. */
export const chosenEntries = createRememberedStore('parley.health-card', parseEntries);

export function cardTextsQuery(code: string) {
  return queryOptions({
    queryKey: ['health-card', canonicalizeCode(code)],
    queryFn: () => loadCardTexts(code),
  });
}

/** In the order of the card, whatever was chosen first. */
export function sortEntries(chosen: readonly CardEntry[]) {
  return {
    avoided: allergens.filter((entry) => chosen.includes(entry)),
    sentences: [...diets, ...conditions].filter((entry) => chosen.includes(entry)),
  };
}

/** The text that is read aloud. */
export function writeCard(chosen: readonly CardEntry[], texts: CardTexts): string {
  const { avoided, sentences } = sortEntries(chosen);
  const list =
    avoided.length > 0 ? [[texts.allergy, ...avoided.map((entry) => texts[entry])].join('\n')] : [];
  return [...list, ...sentences.map((entry) => texts[entry])].join('\n');
}

function parseEntries(stored: unknown): readonly CardEntry[] {
  const known: readonly CardEntry[] = [...allergens, ...diets, ...conditions];
  return Array.isArray(stored) ? known.filter((entry) => stored.includes(entry)) : [];
}
