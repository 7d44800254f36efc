import { expect, test } from 'vitest';
import {
  addPair,
  listOtherPairs,
  type Pair,
  parsePairs,
} from '../../../../../web/translation/languages/recent-pairs.ts';

const pair = (source: string, target: string): Pair => ({ source, target });
const [spanish, french, german, italian, thai] = ['es', 'fr', 'de', 'it', 'th'].map((code) =>
  pair('en-US', code),
) as [Pair, Pair, Pair, Pair, Pair];

test('the pair that was used last comes first, and a pair and its reverse are one', () => {
  const pairs = addPair(addPair(addPair([], spanish), french), pair('es', 'en-US'));
  expect(pairs).toEqual([pair('es', 'en-US'), french]);
});

test('at most three other pairs are offered, never the present one', () => {
  const pairs = [spanish, french, german, italian, thai].reduce<readonly Pair[]>(addPair, []);
  expect(listOtherPairs(pairs, thai)).toEqual([italian, german, french]);
  expect(listOtherPairs([spanish], pair('es', 'en-US'))).toEqual([]);
});

test('stored values that are no pairs are left out', () => {
  expect(parsePairs('pairs')).toEqual([]);
  expect(parsePairs([null, { source: 'en-US' }, pair('en-US', 'klingon'), spanish])).toEqual([spanish]);
});
