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

/** Short forms of the proof `storm`. */
const stage = await startStage({ addressCeiling: 15 });
afterAll(() => stage.stop());
const atOnce = 12;

test.for<[string, () => Promise<Storm>]>([
  ['one translation asks the database 4 times, 3 of them before the provider', () => countRoundTrips(stage)],
  ['exactly the limit is granted to many at once', () => stormLimit(stage, { requests: 40, atOnce })],
  [
    'nobody pays twice or for nothing while answers are lost',
    () => stormLosses(stage, { requests: 40, atOnce, seed: 1 }),
  ],
  [
    'nobody is answered 500 or pays for nothing while most writes are not told of',
    () => stormLosses(stage, { requests: 60, atOnce: 60, seed: 1, lostWrites: 0.7 }),
  ],
  ['one id is one request and one charge', () => stormKey(stage, { requests: 20, atOnce })],
  ['both days are exact around midnight', () => stormMidnight(stage, { users: 3, atOnce })],
  [
    'exactly what is answered is charged however runs overlap',
    () => stormOverlaps(stage, { rounds: 6, seed: 1 }),
  ],
  [
    'guests without number from one address share its limit',
    () => stormAddress(stage, { guests: 25, atOnce }),
  ],
])('%s', async ([, storm]) => {
  const { findings } = await storm();
  expect(findings).toEqual([]);
});
