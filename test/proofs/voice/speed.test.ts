import { expect, test } from 'vitest';
import { benchVoice, median, type SpokenRound } from '../../tools/bench/voice.ts';

test('a spoken sentence is translated at most 300 ms after the engines have done their part', async () => {
  const rounds = await benchVoice({ rounds: 3 });
  const medianOf = (pick: (round: SpokenRound) => number) => median(rounds.map(pick));
  expect(medianOf(({ overheadMs }) => overheadMs)).toBeGreaterThan(0);
  expect(medianOf(({ overheadMs }) => overheadMs)).toBeLessThanOrEqual(300);
  // The engines take as long when they are asked without the product.
  expect(medianOf(({ engines }) => engines.transcribeMs)).toBeLessThan(
    3 * medianOf(({ bare }) => bare.transcribeMs),
  );
}, 180_000);
