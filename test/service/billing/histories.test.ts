import { afterAll, expect, test } from 'vitest';
import { forgeWebhooks } from '../../proofs/billing/forged.ts';
import { checkHistories, noFigures } from '../../proofs/billing/histories.ts';
import { namedHistories } from '../../proofs/billing/named-histories.ts';
import { abandonTrials, createInParallel, overtakeSyncs, shareCard } from '../../proofs/billing/parallel.ts';
import { findingsOfNamed } from '../../proofs/billing/shares.ts';
import { startWorld } from '../../proofs/billing/world.ts';
import type { Part } from '../../proofs/proof.ts';

/** Short forms of what `npm run billing` does in full size. */
const named = findingsOfNamed(1);
const world = await startWorld();
afterAll(world.stop);

const seed = 1;

test.for<[string, () => Promise<Part>]>([
  [
    'many creates at once are one customer and one subscription',
    () => createInParallel(world, { creates: 8 }),
  ],
  ['an abandoned trial gives no Premium', () => abandonTrials(world, { people: 4 })],
  ['one card is one trial, on however many accounts', () => shareCard(world, { accounts: 3 })],
  ['the latest word of Stripe’s stays, however late answers come', () => overtakeSyncs(world, { rounds: 2 })],
  ['no webhook is accepted that is not Stripe’s', () => forgeWebhooks(world, { webhooks: 60, seed })],
])('%s', async ([, prove]) => {
  const { findings } = await prove();
  expect(findings, `seed ${seed}`).toEqual([]);
});

test('generated histories end as Stripe says', async () => {
  expect(await checkHistories(world, { count: 6, seed, figures: noFigures() }), `seed ${seed}`).toBe(
    undefined,
  );
});

// The first of them waits for all, which two processes of their own play meanwhile.
test.each(namedHistories)('$name', { timeout: 300_000 }, async ({ name }) => {
  expect((await named)[name]).toEqual([]);
});
