import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { command } from '../../../support/command.ts';
import { startStandIn } from '../../../support/stripe/stand-in.ts';

const returnUrl = 'https://parley.example/back';

test('the portal saves a card after authentication, uses it from then on, and returns', async () => {
  const { send, stripe, customer, subscription } = await start();
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
    },
  });
  const card = { action: 'card', number: '4000 0025 0000 3155', expiry: '12 / 34', cvc: '123' };
  expect(await (await send(url, { ...card, expiry: '12 / 19' })).text()).toContain('expiration');
  // The stand-in takes it for a real card.
  expect(await (await send(url, { ...card, number: '4111 1111 1111 1111' })).text()).toContain('declined');
  const question = await (await send(url, card)).text();
  const intent = /name="intent" value="(\w+)"/.exec(question)?.[1] ?? '';
  const done = await send(url, { action: 'bank', intent, answer: 'complete' });
  expect([done.status, done.headers.get('location')]).toEqual([303, returnUrl]);
  const { default_payment_method: charged } = await stripe.subscriptions.retrieve(subscription);
  const { invoice_settings } = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
  expect(charged).toBe(invoice_settings.default_payment_method);
  expect((await stripe.setupIntents.retrieve(intent)).payment_method).toBe(charged);
});

test('commands move the clock, and decide disputes', async () => {
  const { url, stripe, standIn, customer } = await start();
  const before = standIn.clock.now();
  await command(`${url}/control/clock`, { advanceDays: 8 });
  expect(standIn.clock.now() - before).toBeGreaterThanOrEqual(8 * 86_400);
  for (const advanceDays of [-8, 'soon'])
    await expect(command(`${url}/control/clock`, { advanceDays })).rejects.toThrow('to a later time.');
  const { data } = await stripe.charges.list({ customer });
  const charge = data[0]?.id ?? '';
  await command(`${url}/control/disputes`, { charge });
  const dispute = standIn.account.all('dispute')[0]?.id ?? '';
  await expect(command(`${url}/control/disputes`, { dispute })).rejects.toThrow('won or lost');
  await command(`${url}/control/disputes`, { dispute, status: 'won' });
  expect(await stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'won', amount: 499 });
  await expect(stripe.refunds.create({ charge })).rejects.toThrow('charged back');
});

test('no other site can move the clock or end a plan, by a form or by DNS rebinding', async () => {
  const { url, stripe, standIn, customer, subscription } = await start();
  const before = standIn.clock.now();
  const portal = await stripe.billingPortal.sessions.create({ customer });
  const body = new URLSearchParams({ action: 'cancel' });
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
    for (const address of [portal.url, `${url}/control/clock`])
      expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(403);
  }
  expect(standIn.clock.now() - before).toBeLessThan(60);
  expect((await stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);
  expect((await fetch(url.replace('127.0.0.1', 'localhost'))).status).toBe(421);
});

/** A stand-in with its pages, and a customer who has paid for a month. */
async function start() {
  const { url, stripe, standIn } = await startStandIn();
  const { id: customer } = await stripe.customers.create();
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
  const items = [{ price: data[0]?.id ?? '' }];
  const { id: subscription } = await stripe.subscriptions.create({ customer, items });
  const send = (address: string, fields: Record<string, string>) =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  return { url, stripe, standIn, customer, subscription, send };
}
