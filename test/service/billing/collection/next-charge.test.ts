import { expect, test } from 'vitest';
import type { Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { outage } from '../../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, stripe, intercept, signal, advance, status, subscribe, subscriptions, customerOf, paid } =
  buyers;

test('a coupon lowers the next charge, and the charge itself, but not the price', async () => {
  const ada = await trialist();
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'forever' });
  await stripe.subscriptions.update(await subscriptionOf(ada), { discounts: [{ coupon: coupon.id }] });
  await signal('customer.discount.created', { id: 'di_1', customer: await customerOf(ada) });
  expect(await status(ada)).toMatchObject({ nextCharge: { amountCents: 374, priceCents: 499 } });
  await advance(8);
  await notify(ada);
  expect(await paid(ada)).toEqual([374]);
});

test('credit pays first: the next charge is what is left', async () => {
  const ada = await trialist();
  await stripe.customers.update(await customerOf(ada), { balance: -300 });
  await notify(ada);
  expect(await status(ada)).toMatchObject({ nextCharge: { amountCents: 199, priceCents: 499 } });
  await advance(8);
  await notify(ada);
  expect(await paid(ada)).toEqual([199]);
  expect(await status(ada)).toMatchObject({ nextCharge: { amountCents: 499, priceCents: 499 } });
});

test('credit for more than a period charges nothing next', async () => {
  const ada = await trialist();
  await stripe.customers.update(await customerOf(ada), { balance: -600 });
  await notify(ada);
  expect(await status(ada)).toMatchObject({ nextCharge: { amountCents: 0 } });
});

test.each([
  ['is refused', { status: 400, body: '{"error":{"type":"invalid_request_error","message":"No."}}' }],
  ['fails', outage],
])('a preview that %s leaves the amount unknown, and Premium on', async (_how, reply) => {
  const ada = await user();
  intercept(async (call, execute) => (call.endsWith('/create_preview') ? reply : execute()));
  await subscribe(ada);
  const answer = await status(ada);
  expect(answer).toMatchObject({ subscriptionStatus: 'trialing', isPremium: true });
  expect(answer.nextCharge).toEqual({
    at: answer.trialEndsAt,
    amountCents: null,
    priceCents: 499,
    currency: 'usd',
  });
});

test('Stripe’s stand-in previews a subscription only, and one that renews', async () => {
  const ada = await trialist();
  const customer = await customerOf(ada);
  await expect(stripe.invoices.createPreview({ customer })).rejects.toMatchObject({ statusCode: 400 });
  const subscription = await subscriptionOf(ada);
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  await expect(stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
  });
});

async function trialist(): Promise<Someone> {
  const ada = await user();
  await subscribe(ada);
  expect(await status(ada)).toMatchObject({ nextCharge: { amountCents: 499, priceCents: 499 } });
  return ada;
}

async function subscriptionOf(someone: Someone): Promise<string> {
  const [{ id = '' } = {}] = await subscriptions(someone);
  return id;
}

async function notify(someone: Someone): Promise<void> {
  const customer = await customerOf(someone);
  expect((await signal('customer.updated', { id: customer })).status).toBe(200);
}
