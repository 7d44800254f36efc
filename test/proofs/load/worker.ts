import { chanceFrom } from '../../support/chance.ts';
import type { People } from '../../support/parley/crowd.ts';
import { arrivals, generate, type Outcome } from './generator.ts';
import { mixOf } from './mix.ts';

/** The load runs in its own process, so that measuring does not slow it down. */
process.once('message', async (share: Share) => {
  const { url, ratePerSecond, seconds, seed, people, files } = share;
  const chance = chanceFrom(seed);
  const timesMs = arrivals(ratePerSecond, seconds, chance);
  const { next } = mixOf(people, files, chance);
  const outcomes = await generate({ url, timesMs, next, patienceMs: 30_000 });
  process.send?.(outcomes, () => process.disconnect());
});
process.once('disconnect', () => process.exit());

export interface Share {
  readonly url: string;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly seed: number;
  readonly people: People;
  readonly files: readonly string[];
}

export type Answer = Outcome[];
