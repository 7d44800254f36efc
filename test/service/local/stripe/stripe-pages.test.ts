import type Stripe from 'stripe';
import { expect, test } from 'vitest';
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

test('the console moves the clock, disputes, refunds and ends, and escapes its texts', async () => {
  const { url, send, stripe, standIn, customer, subscription } = await start('<b>"ada"&</b>@parley.example');
  expect(await (await fetch(url)).text()).toContain(
    '&#60;b&#62;&#34;ada&#34;&#38;&#60;/b&#62;@parley.example',
  );
  const before = standIn.clock.now();
  await send(url, { action: 'advance', id: '8' });
  expect(standIn.clock.now() - before).toBeGreaterThanOrEqual(8 * 86_400);
  for (const id of ['-8', 'soon'])
    expect(await (await send(url, { action: 'advance', id })).text()).toContain('to a later time.');
  const [{ id: charge = '' } = {}] = standIn.account.all('charge');
  await send(url, { action: 'dispute', id: charge });
  await send(url, { action: 'win', id: standIn.account.all('dispute')[0]?.id ?? '' });
  expect(standIn.account.all('dispute')).toMatchObject([{ status: 'won', amount: 499 }]);
  expect(await (await send(url, { action: 'refund', id: charge })).text()).toContain('charged back');
  await send(url, { action: 'cancel', id: subscription });
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  const portal = await send(url, { action: 'portal', id: customer });
  expect(portal.headers.get('location')).toContain('/p/session/');
});

test('no other site can move the clock, by a form or by DNS rebinding', async () => {
  const { url, standIn } = await start();
  const before = standIn.clock.now();
  const body = new URLSearchParams({ action: 'advance', id: '365' });
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
  }
  expect(standIn.clock.now() - before).toBeLessThan(60);
  expect((await fetch(url.replace('127.0.0.1', 'localhost'))).status).toBe(421);
});

/** A stand-in with its pages, and a customer who has paid for a month. */
async function start(email = 'ada@parley.example') {
  const { url, stripe, standIn } = await startStandIn();
  const { id: customer } = await stripe.customers.create({ email });
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
