import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../../support/chance.ts';
import { check } from '../../../../support/properties.ts';
import { simulate } from './simulation.ts';

test('no word is lost or doubled, whatever fails', () => {
  const often = fc.constantFrom(0, 0.02, 0.2);
  const weather = fc.record({
    lostRequests: often,
    lostAnswers: often,
    hangs: fc.constantFrom(0, 0.01),
    refusals: often,
    breaks: fc.constantFrom(0, 0.05),
    earlyEnds: fc.constantFrom(0, 0.05),
    mostDelayMs: fc.constantFrom(10, 400, 3_000),
  });
  const gaps = fc.array(fc.constantFrom(20, 100, 400, 4_000), { minLength: 1, maxLength: 120 });
  check(
    fc.property(weather, gaps, fc.integer(), (weather, gaps, seed) => {
      const { state, heard, expected, mostRequestsAtOnce } = simulate(weather, gaps, chanceFrom(seed));
      expect(heard).toEqual(expected);
      expect(['complete', 'failed']).toContain(state.phase);
      expect(mostRequestsAtOnce).toBeLessThanOrEqual(4);
    }),
    { runs: 300 },
  );
});
