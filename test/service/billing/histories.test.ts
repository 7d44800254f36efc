import { afterAll, expect, test } from 'vitest';
import { walkCalendar } from '../../proofs/billing/calendar.ts';
import { forgeWebhooks } from '../../proofs/billing/forged.ts';
import { checkHistories, noFigures } from '../../proofs/billing/histories.ts';
import { killWebhook } from '../../proofs/billing/kill.ts';
import { namedHistories } from '../../proofs/billing/named-histories.ts';
import { abandonTrials, createInParallel, overtakeSyncs, shareCard } from '../../proofs/billing/parallel.ts';
import { findingsOfNamed } from '../../proofs/billing/shares.ts';
import { startWorld } from '../../proofs/billing/world.ts';
import type { Part } from '../../proofs/proof.ts';

/** Short forms of what `npm run billing` does in full size. */
const named = findingsOfNamed(2);
const world = await startWorld();
afterAll(world.stop);

const seed = 1;

test.for<[string, () => Promise<Part>]>([
  [
    'many creates at once are one customer and one subscription',
    () => createInParallel(world, { creates: 24 }),
  ],
  ['an abandoned trial gives no Premium', () => abandonTrials(world, { people: 16 })],
  ['one card is one trial, on however many accounts', () => shareCard(world, { accounts: 8 })],
  ['the latest word of Stripe’s stays, however late answers come', () => overtakeSyncs(world, { rounds: 4 })],
  ['no webhook is accepted that is not Stripe’s', () => forgeWebhooks(world, { webhooks: 300, seed })],
  ['a killed webhook loses nothing and doubles nothing', () => killWebhook(world, { kills: 5, seed })],
  [
    'nobody is charged before day 8, and then on the day',
    () => walkCalendar(world, { days: 9, sold: ['parley_monthly'] }),
  ],
])('%s', { timeout: 60_000 }, async ([, prove]) => {
  const { findings } = await prove();
  expect(findings, `seed ${seed}`).toEqual([]);
});

test('generated histories end as Stripe says', { timeout: 60_000 }, async () => {
  expect(await checkHistories(world, { count: 20, seed, figures: noFigures() }), `seed ${seed}`).toBe(
    undefined,
  );
});

// Last, since they come from two processes of their own, which are at work meanwhile.
test.each(namedHistories)('$name', { timeout: 60_000 }, async ({ name }) => {
  expect((await named)[name]).toEqual([]);
});
