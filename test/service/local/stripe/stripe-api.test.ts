import { cpSync } from 'node:fs';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { newFolder } from '../../../support/folder.ts';
import { ask, type RunningStandIn, startStandIn } from '../../../support/stripe/stand-in.ts';

test.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4242424242424242', { exp_year: '19' }, 'invalid_expiry_year'],
  ['4242424242424242', { cvc: '12' }, 'invalid_cvc'],
  // The stand-in takes it for a real card.
  ['4111111111111111', {}, 'card_declined'],
])('the card %s with %o is refused as %s', async (number, wrong, code) => {
  const running = await startStandIn();
  const refused = await giveCard(running, await createIntent(running.stripe), number, wrong);
  expect([refused.status, refused.body.error.code]).toEqual([402, code]);
});

test('a call with an idempotency key runs once', async () => {
  const { stripe } = await startStandIn();
  const options = { idempotencyKey: 'customer:u1' };
  const [one, other] = await Promise.all([
    stripe.customers.create({ email: 'ada@parley.example', metadata: { a: 'b' } }, options),
    stripe.customers.create({ metadata: { a: 'b' }, email: 'ada@parley.example' }, options),
  ]);
  expect(other.id).toBe(one.id);
  expect((await stripe.customers.list()).data).toHaveLength(1);
  const reused = stripe.customers.create({ email: 'eve@parley.example' }, options);
  await expect(reused).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('unknown routes and parameters are refused', async () => {
  const { stripe } = await startStandIn();
  const { id } = await stripe.customers.create();
  const refused = { type: 'StripeInvalidRequestError', statusCode: 400 };
  for (const call of [
    () => stripe.charges.list(),
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

test('a publishable key allows only the payment form’s calls, and another account’s key none', async () => {
  const running = await startStandIn();
  const headers = { authorization: `Bearer ${running.standIn.keys.publishableKey}` };
  const intent = await createIntent(running.stripe);
  const address = `/v1/setup_intents/${intent.id}`;
  expect((await ask(running, 'GET', '/v1/customers', { headers })).body.error.code).toBe(
    'secret_key_required',
  );
  expect((await ask(running, 'POST', `${address}/cancel`, { headers })).status).toBe(401);
  expect((await ask(running, 'GET', address, { headers })).body.error.param).toBe('client_secret');
  expect((await ask(running, 'GET', `${address}?client_secret=guessed`, { headers })).status).toBe(400);
  expect(
    (await ask(running, 'GET', `${address}?client_secret=${intent.client_secret}`, { headers })).status,
  ).toBe(200);
  expect(
    (await ask(running, 'GET', '/v1/customers', { headers: { authorization: 'Bearer sk_test_x' } })).status,
  ).toBe(401);
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

async function createIntent(stripe: Stripe): Promise<Stripe.SetupIntent> {
  const { id: customer } = await stripe.customers.create();
  return stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['card'],
    metadata: { plan: 'parley_monthly' },
  });
}

/** Sends the requests of the payment form. */
function giveCard(
  running: RunningStandIn,
  { id, client_secret }: Stripe.SetupIntent,
  number: string,
  instead: Record<string, string> = {},
) {
  const card = { number, exp_month: '12', exp_year: '34', cvc: '123', ...instead };
  const body = new URLSearchParams({
    client_secret: `${client_secret}`,
    'payment_method_data[type]': 'card',
  });
  for (const [name, value] of Object.entries(card)) body.set(`payment_method_data[card][${name}]`, value);
  const headers = { authorization: `Bearer ${running.standIn.keys.publishableKey}` };
  return ask(running, 'POST', `/v1/setup_intents/${id}/confirm`, { body: body.toString(), headers });
}
