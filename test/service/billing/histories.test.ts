import { afterAll, expect, test } from 'vitest';
import { checkHistories, noFigures } from '../../proofs/billing/histories.ts';
import { startWorld } from '../../proofs/billing/world/world.ts';

const world = await startWorld();
afterAll(world.stop);

/** The short form of the proof `billing`. */
test('generated histories end with the subscription that Stripe has', async () => {
  expect(await checkHistories(world, { count: 2, seed: 1, figures: noFigures() })).toBe(undefined);
});
