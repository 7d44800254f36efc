import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '../../../support/folder.ts';
import { startStandIn } from '../../../support/stripe/stand-in.ts';

test('unknown routes and parameters are refused', async () => {
  const { stripe } = await startStandIn();
  const { id } = await stripe.customers.create();
  const refused = { type: 'StripeInvalidRequestError', statusCode: 400 };
  for (const call of [
    () => stripe.disputes.list(),
    () => stripe.customers.search({ query: 'email:"a"' }),
    () => stripe.customers.create({ tax_exempt: 'exempt' }),
    () => stripe.customers.retrieve(id, { expand: ['subscriptions'] }),
    () => stripe.setupIntents.create({ allowed_payment_method_types: ['sepa_debit'] }),
    () => stripe.billingPortal.sessions.create({ customer: id, locale: 'de' }),
    () => stripe.customers.retrieve(id, {}, { stripeAccount: 'acct_1' }),
    () => stripe.customers.retrieve(id, {}, { apiVersion: '2020-08-27' }),
  ]) {
    await expect(call(), String(call)).rejects.toMatchObject(refused);
  }
});

test('the account survives the death of the process', async () => {
  const folder = newFolder();
  const { stripe, standIn } = await startStandIn({ folder });
  const options = { idempotencyKey: 'k' };
  const { id } = await stripe.customers.create({}, options);
  await standIn.clock.advanceTo(standIn.clock.now() + 3_600);
  const now = standIn.clock.now();
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });

  const again = await startStandIn({ folder: copy });
  expect(again.standIn.keys).toEqual(standIn.keys);
  expect(again.standIn.clock.now()).toBeGreaterThanOrEqual(now);
  expect((await again.stripe.customers.create({}, options)).id).toBe(id);
  const newer = await again.stripe.customers.create();
  expect((await again.stripe.customers.list()).data.map((each) => each.id)).toEqual([newer.id, id]);
  expect((await again.stripe.prices.list()).data).toHaveLength(2);
  expect((await again.stripe.webhookEndpoints.list()).data).toHaveLength(1);
});
