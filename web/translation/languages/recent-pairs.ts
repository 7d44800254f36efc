import { canonicalizeCode, isLanguageCode } from '../../../shared/languages.ts';
import { createRememberedStore } from '../../browser/remembered.ts';

export interface Pair {
  readonly source: string;
  readonly target: string;
}

// Declared before the store, which parses at once.
const maxShown = 3;
/** One more than is shown, because the current pair is saved too. */
const maxSaved = maxShown + 1;

export const recentPairs = createRememberedStore('parley.pairs', parsePairs);

export function parsePairs(stored: unknown): readonly Pair[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .map((pair) => Object(pair) as Pair)
    .filter(({ source, target }) => isLanguageCode(source) && isLanguageCode(target))
    .slice(0, maxSaved);
}

/** A pair equals its reverse. */
export function addPair(pairs: readonly Pair[], { source, target }: Pair): readonly Pair[] {
  const used = { source, target };
  return [used, ...pairs.filter((pair) => !isSamePair(pair, used))].slice(0, maxSaved);
}

export function listOtherPairs(pairs: readonly Pair[], current: Pair): readonly Pair[] {
  return pairs.filter((pair) => !isSamePair(pair, current)).slice(0, maxShown);
}

function isSamePair(one: Pair, other: Pair): boolean {
  return buildKey(one) === buildKey(other);
}

function buildKey({ source, target }: Pair): string {
  return [source, target].map(canonicalizeCode).sort().join();
}
