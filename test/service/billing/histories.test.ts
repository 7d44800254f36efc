import { afterAll, expect, test } from 'vitest';
import { checkHistories } from '../../proofs/billing/histories.ts';
import { startProduct } from '../../proofs/billing/product/product.ts';

const product = await startProduct();
afterAll(product.stop);

/** The short form of the proof `billing`. */
test('generated histories end with the subscription that Stripe has', async () => {
  expect(await checkHistories(product, { count: 2, seed: 1, figures: {} })).toBe(undefined);
});
