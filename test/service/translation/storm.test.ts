import { afterAll, expect, test } from 'vitest';
import type { Part } from '../../proofs/proof.ts';
import { startStage } from '../../proofs/storm/stage.ts';
import {
  countRoundTrips,
  stormAddress,
  stormKey,
  stormLimit,
  stormMidnight,
} from '../../proofs/storm/storm.ts';

/** Short forms of the proof `storm`. */
const stage = await startStage({ addressCeiling: 15 });
afterAll(() => stage.stop());
const atOnce = 12;
const many = { requests: 40, atOnce, seed: 1 };

test.for<[string, () => Promise<Part>]>([
  ['one translation makes 4 database requests, 3 of them before the provider', () => countRoundTrips(stage)],
  ['concurrent requests get exactly the limit', () => stormLimit(stage, { ...many, lostWrites: 0 })],
  [
    'no caller pays twice or for nothing while answers are lost',
    () => stormLimit(stage, { ...many, lostWrites: 0.2 }),
  ],
  [
    'no caller gets 500 or pays for nothing while most answers to writes are lost',
    () => stormLimit(stage, { requests: 60, atOnce: 60, seed: 1, lostWrites: 0.7 }),
  ],
  ['one id is one request and one charge', () => stormKey(stage, { requests: 20, atOnce })],
  ['both days are exact around midnight', () => stormMidnight(stage, { users: 3, atOnce })],
  ['guests from one address share its limit', () => stormAddress(stage, { guests: 25, atOnce })],
])('%s', async ([, storm]) => {
  const { findings } = await storm();
  expect(findings).toEqual([]);
});
