import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { handler as cancel } from '../../../../functions/billing/cancel.ts';
import { call, type Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { cardWithoutFunds } from '../../../support/people/cards.ts';
import { outage } from '../../../support/stripe/stripe.ts';

// One retry, a setting that an owner may choose.
const buyers = await startBuyers({ recovery: { retryAfterDays: [3], afterLastRetry: 'unpaid' } });
const { user, stripe, calls, intercept, eventsOf, advance, logged, setDefaultCard } = buyers;
const { send, subscribe, status, subscriptions, customerOf, paid, priceOf } = buyers;

const fails = 'pm_card_chargeCustomerFail';

describe('a new card after a failed payment', () => {
  test('pays after the trial, and brings Premium', async () => {
    const ada = await debtor();
    const event = await giveCard(ada);
    expect(await paid(ada)).toEqual([]);
    expect((await send(event)).status).toBe(200);
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  });

  test('also pays if the subscription has its own card', async () => {
    const ada = await debtor();
    const [{ id = '', default_payment_method } = {}] = await subscriptions(ada);
    expect(default_payment_method).toBeNull();
    const own = await stripe.paymentMethods.attach(fails, { customer: await customerOf(ada) });
    await stripe.subscriptions.update(id, { default_payment_method: own.id });
    await send(await giveCard(ada));
    expect(await paid(ada)).toEqual([499]);
  });

  test('months later pays for the new period only', async () => {
    const ada = await debtor();
    await advance(70);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'unpaid' }]);
    expect((await invoices(ada)).filter(({ amount_due }) => amount_due > 0).length).toBeGreaterThan(2);
    await send(await giveCard(ada));
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  });

  test('that is declined is tried once', async () => {
    const ada = await debtor();
    const event = await giveCard(ada, fails);
    const before = await failures(ada);
    for (const id of ['evt_first', 'evt_second']) expect((await send({ ...event, id })).status).toBe(200);
    expect(await failures(ada)).toBe(before + 1);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'past_due', isPremium: false });
    expect(logged()).not.toContain('declined');

    await send(await giveCard(ada));
    expect(await paid(ada)).toEqual([499]);
  });

  test('pays once where Stripe’s answer is lost', async () => {
    const ada = await debtor();
    const event = await giveCard(ada);
    intercept(async (call, execute) => {
      const reply = await execute();
      return call.endsWith('/pay') ? outage : reply;
    });
    expect((await send(event)).status).toBe(502);
    intercept((_call, execute) => execute());
    expect((await send(event)).status).toBe(200);
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active' });
  });

  test('pays once if Stripe has charged it already', async () => {
    const ada = await debtor();
    const event = await giveCard(ada);
    const [latest] = await invoices(ada);
    intercept(async (call, execute) => {
      if (call.endsWith('/pay')) await stripe.invoices.pay(latest?.id ?? '');
      return execute();
    });
    expect((await send(event)).status).toBe(200);
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active' });
  });
});

describe('nothing is charged', () => {
  test('to a user without debts', async () => {
    const ada = await user();
    await subscribe(ada);
    await send(await giveCard(ada, 'pm_card_mastercard'));
    expect(charges()).toEqual([]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('for a subscription that is over', async () => {
    const ada = await debtor();
    const [{ id = '' } = {}] = await subscriptions(ada);
    await stripe.subscriptions.cancel(id);
    expect(await invoices(ada, 'open')).toHaveLength(1);
    expect((await send(await giveCard(ada))).status).toBe(200);
    expect([charges(), await paid(ada)]).toEqual([[], []]);
  });

  test('for a subscription to something else in the same Stripe account', async () => {
    const ada = await user();
    await subscribe(ada, { card: cardWithoutFunds });
    const customer = await customerOf(ada);
    const items = [{ price: await priceOf('parley_monthly') }];
    const other = await stripe.subscriptions.create({ customer, items, trial_period_days: 6 });
    await advance(6.5);
    expect(await stripe.subscriptions.retrieve(other.id)).toMatchObject({ status: 'past_due' });
    await send(await giveCard(ada));
    expect(charges()).toEqual([]);
  });

  test.each([
    ['another address', { email: 'ada@parley.example' }],
    ['no card any more', { invoice_settings: { default_payment_method: '' } }],
  ])('to a customer who gets %s', async (_what, change) => {
    const ada = await debtor();
    await stripe.customers.update(await customerOf(ada), change);
    expect((await send(await updateOf(ada))).status).toBe(200);
    expect(charges()).toEqual([]);
  });

  test('to a customer who has cancelled months later, and no invoice is left open', async () => {
    const ada = await debtor();
    await advance(70);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'unpaid' }]);
    const answer = await call(cancel, { method: 'POST', path: '/api/cancel-subscription', body: {} }, ada);
    expect(answer).toMatchObject({ status: 200, body: { isEnded: true } });
    expect(await invoices(ada, 'open')).toEqual([]);
    await send(await giveCard(ada));
    expect(charges()).toEqual([]);
  });

  test('to a customer who was deleted since', async () => {
    const ada = await debtor();
    const event = await giveCard(ada);
    await stripe.customers.del(await customerOf(ada));
    expect((await send(event)).status).toBe(200);
    expect(charges()).toEqual([]);
  });
});

/** A user whose first charge has failed. */
async function debtor(): Promise<Someone> {
  const ada = await user();
  await subscribe(ada, { card: cardWithoutFunds });
  await advance(8);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'past_due' }]);
  return ada;
}

/** Replaces the card as Stripe's page does. @returns Stripe's event */
async function giveCard(someone: Someone, token = 'pm_card_visa'): Promise<Stripe.Event> {
  await setDefaultCard(await customerOf(someone), token);
  return updateOf(someone);
}

async function updateOf(someone: Someone): Promise<Stripe.Event> {
  const events = await eventsOf(await customerOf(someone));
  const event = events.findLast(({ type }) => type === 'customer.updated');
  if (!event) throw new Error('Nothing has changed.');
  return event;
}

/** Number of failed payments that Stripe has reported. */
async function failures(someone: Someone): Promise<number> {
  const events = await eventsOf(await customerOf(someone));
  return events.filter(({ type }) => type === 'invoice.payment_failed').length;
}

/** The charges that the product has requested. */
function charges(): string[] {
  return calls.filter((call) => call.endsWith('/pay'));
}

/** Latest first. */
async function invoices(someone: Someone, state?: 'open'): Promise<Stripe.Invoice[]> {
  const customer = await customerOf(someone);
  const { data } = await stripe.invoices.list({ customer, limit: 100, ...(state && { status: state }) });
  return data;
}
