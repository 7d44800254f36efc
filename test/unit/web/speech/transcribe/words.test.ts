import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../../support/chance.ts';
import { check } from '../../../../support/properties.ts';
import { simulate } from './simulation.ts';

test('no failure loses or repeats a word', () => {
  const often = fc.constantFrom(0, 0.02, 0.2);
  const weather = fc.record({
    lostRequests: often,
    lostAnswers: often,
    hangs: fc.constantFrom(0, 0.01),
    refusals: often,
    breaks: fc.constantFrom(0, 0.05),
    earlyEnds: fc.constantFrom(0, 0.05),
    mostDelayMs: fc.constantFrom(10, 400, 3_000),
    chunksAhead: fc.constantFrom(2, 30),
  });
  const gaps = fc.array(fc.constantFrom(20, 100, 400, 700, 4_000), { minLength: 1, maxLength: 120 });
  check(
    fc.property(weather, gaps, fc.integer(), (weather, gaps, seed) => {
      const { state, heard, expected, mostRequestsAtOnce } = simulate(weather, gaps, chanceFrom(seed));
      expect(heard).toEqual(expected);
      expect(['complete', 'failed']).toContain(state.phase);
      expect(mostRequestsAtOnce).toBeLessThanOrEqual(8);
    }),
    { runs: 300 },
  );
});

test('three minutes of speech need several streams, and are transcribed', () => {
  const calm = { lostRequests: 0, lostAnswers: 0, hangs: 0, refusals: 0, breaks: 0 };
  const weather = { ...calm, earlyEnds: 0.02, mostDelayMs: 300, chunksAhead: 30 };
  const { state, heard, expected } = simulate(weather, Array(400).fill(100), chanceFrom(1));
  expect(state.recordedUntil).toBeGreaterThan(170 * 16_000);
  expect(state).toMatchObject({ phase: 'complete', recordedUntil: state.coveredUntil });
  expect(state.stream.number).toBeGreaterThan(5);
  expect(heard).toEqual(expected);
});

test.each([
  ['fast', 30, 600],
  ['slow', 2_000, 8_000],
])('a %s network shows words while people speak, and gets each once', (_, mostDelayMs, mostMs) => {
  const calm = { lostRequests: 0, lostAnswers: 0, hangs: 0, refusals: 0, breaks: 0, earlyEnds: 0 };
  const gaps = Array.from({ length: 300 }, (_, word) => (word % 6 === 0 ? 700 : 60));
  const result = simulate({ ...calm, mostDelayMs, chunksAhead: 30 }, gaps, chanceFrom(1));
  expect(result.state.stream.number).toBeGreaterThan(5);
  expect(result.heard).toEqual(result.expected);
  // At most the beginning of a word, at each pause.
  expect(result.sentAgain).toBeLessThan(0.2 * 16_000 * result.state.stream.number);
  expect(result.mostLagMs).toBeLessThan(mostMs);
});
