import { expect, test } from 'vitest';
import { benchVoice, median, type SpokenRound } from '../tools/bench/voice.ts';

test('what was said is there in the other language at most 300 ms after the engines have done their part', async () => {
  const rounds = await benchVoice({ rounds: 3 });
  const medianOf = (pick: (round: SpokenRound) => number) => median(rounds.map(pick));
  expect(medianOf(({ overheadMs }) => overheadMs)).toBeGreaterThan(0);
  expect(medianOf(({ overheadMs }) => overheadMs)).toBeLessThanOrEqual(300);
  // What is taken off is what the engines take, whoever asks them.
  expect(medianOf(({ engines }) => engines.transcribeMs)).toBeLessThan(
    3 * medianOf(({ bare }) => bare.transcribeMs),
  );
}, 180_000);
