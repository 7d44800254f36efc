import { chanceFrom } from '../../support/chance.ts';
import type { People } from '../../support/parley/crowd.ts';
import { arrivals, generate, type Outcome } from './generator.ts';
import { mixOf } from './mix.ts';

/** What people ask for, in a process of its own: what is measured must not wait for who measures. */
process.once('message', async (share: Share) => {
  const { url, ratePerSecond, seconds, seed, people, files } = share;
  const chance = chanceFrom(seed);
  const timesMs = arrivals(ratePerSecond, seconds, chance);
  const { next } = mixOf(people, files, chance);
  const outcomes = await generate({ url, timesMs, next, patienceMs: 30_000 });
  process.send?.(outcomes, () => process.disconnect());
});
// Whoever wants to know has gone.
process.once('disconnect', () => process.exit());

export interface Share {
  readonly url: string;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly seed: number;
  readonly people: People;
  /** Of the site, as `/assets/index-f513a8s0.css`. */
  readonly files: readonly string[];
}

export type Answer = Outcome[];
