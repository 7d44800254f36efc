import { afterAll, expect, test } from 'vitest';
import { stormOverlaps } from '../../proofs/storm/overlaps.ts';
import {
  countRoundTrips,
  type Storm,
  startStage,
  stormAddress,
  stormKey,
  stormLimit,
  stormLosses,
  stormMidnight,
} from '../../proofs/storm/storm.ts';

/** Short forms of what `npm run storm` does in full size. */
const stage = await startStage();
afterAll(() => stage.stop());

test.for<[string, () => Promise<Storm>]>([
  ['one translation asks the database 3 times, 2 of them before the provider', () => countRoundTrips(stage)],
  ['exactly the limit is granted to many at once', () => stormLimit(stage, { requests: 60 })],
  ['nobody pays twice or for nothing while answers are lost', () => stormLosses(stage, { requests: 60 })],
  ['one id is one request and one charge', () => stormKey(stage, { requests: 30 })],
  ['both days are exact around midnight', () => stormMidnight(stage, { users: 5 })],
  [
    'exactly what is answered is charged however runs overlap',
    () => stormOverlaps(stage, { rounds: 12, seed: 1 }),
  ],
  ['guests without number from one address share its limit', () => stormAddress({ guests: 40, most: 10 })],
])('%s', { timeout: 60_000 }, async ([, storm]) => {
  const { findings } = await storm();
  expect(findings).toEqual([]);
});
