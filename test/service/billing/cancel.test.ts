import { describe, expect, test } from 'vitest';
import { handler } from '../../../functions/billing/cancel.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { cardWithoutFunds, visa } from '../../support/people/cards.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, logged, stripe, calls, intercept, advance, eventsOf } = buyers;
const { subscribe, status, subscriptions, signal, send, customerOf, paid, priceOf } = buyers;

const nothing =
  'You have no subscription to cancel. Nothing will be charged. Reload the page to see your plan.';

describe('cancelling', () => {
  test('a trial ends it before the first charge', async () => {
    const ada = await user();
    await subscribe(ada);
    const before = await status(ada);
    expect(await cancel(ada)).toMatchObject({ status: 200, body: { isEnded: false }, cookies: [] });
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'canceled',
      isPremium: true,
      trialEndsAt: before.trialEndsAt,
      subscriptionEndsAt: before.trialEndsAt,
      nextCharge: null,
      limit: null,
    });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'trialing', cancel_at_period_end: true }]);
    expect(logged()).toContain('"subscription-changed"');

    await advance(8);
    await signal('customer.subscription.deleted', { id: 'sub_1', customer: await customerOf(ada) });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    expect(await paid(ada)).toEqual([]);
  });

  test.each([
    ['at the end of a trial', visa, 0, 'trialing'],
    ['while a payment is due', cardWithoutFunds, 8, 'canceled'],
  ])('%s tells Stripe the reason', async (_when, card, days, state) => {
    const ada = await user();
    await subscribe(ada, { card });
    await advance(days);
    expect((await cancel(ada, { reason: 'too_expensive' })).status).toBe(200);
    expect(await subscriptions(ada)).toMatchObject([
      { status: state, cancellation_details: { feedback: 'too_expensive' } },
    ]);
  });

  test('refuses a reason that Stripe does not know', async () => {
    expect((await cancel(await user(), { reason: 'boredom' })).status).toBe(400);
  });

  test('is idempotent, also concurrently', async () => {
    const ada = await user();
    await subscribe(ada);
    await cancel(ada);
    const [before] = await subscriptions(ada);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(ada)));
    for (const { status: answered } of answers) expect(answered).toBe(200);
    expect(await subscriptions(ada)).toEqual([before]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  test('changes nothing where an end is scheduled already', async () => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    const at = Math.floor(buyers.now() / 1_000) + 3 * 86_400;
    await stripe.subscriptions.update(id, { cancel_at: at });
    expect((await cancel(ada)).status).toBe(200);
    expect(await subscriptions(ada)).toMatchObject([{ cancel_at: at, cancel_at_period_end: false }]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'canceled',
      subscriptionEndsAt: new Date(at * 1_000).toISOString(),
    });
  });

  test('ends all of several', async () => {
    const ada = await user();
    await subscribe(ada);
    const items = [{ price: await priceOf('parley_annual') }];
    await stripe.subscriptions.create({ customer: await customerOf(ada), items });
    await cancel(ada);
    for (const each of await subscriptions(ada)) expect(each.cancel_at_period_end).toBe(true);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  test('is a conflict without a customer, and does not call Stripe', async () => {
    const { status: answered, body } = await cancel(await user());
    expect([answered, body.code, body.error]).toEqual([409, 'conflict', nothing]);
    expect(calls).toEqual([]);
  });

  test('is a conflict after the subscription has ended', async () => {
    const ada = await user();
    await subscribe(ada);
    for (const { id } of await subscriptions(ada)) await stripe.subscriptions.cancel(id);
    expect((await cancel(ada)).body.error).toBe(nothing);
  });
});

describe('cancelling while a payment is due', () => {
  test('ends the subscription now, and nothing is charged later', async () => {
    const ada = await debtor();
    expect(await cancel(ada)).toMatchObject({ status: 200, body: { isEnded: true } });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    await expectNothingOwed(ada);

    // The card works again, but must not be charged.
    await buyers.setDefaultCard(await customerOf(ada), 'pm_card_visa');
    await deliverAll(ada);
    await advance(40);
    expect(await paid(ada)).toEqual([]);
  });

  test('in Stripe’s dashboard voids the open invoice', async () => {
    const ada = await debtor();
    for (const { id } of await subscriptions(ada)) await stripe.subscriptions.cancel(id);
    await deliverAll(ada);
    await expectNothingOwed(ada);
  });

  test('in Stripe’s portal, for the end of the period, ends the subscription now', async () => {
    const ada = await debtor();
    for (const { id } of await subscriptions(ada)) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    }
    await deliverAll(ada);
    await expectNothingOwed(ada);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
  });

  test('is finished by the webhook where the function died before voiding the invoice', async () => {
    const ada = await debtor();
    intercept(async (each, execute) => (each.endsWith('/void') ? outage : execute()));
    expect((await cancel(ada)).status).toBe(502);
    intercept();
    await deliverAll(ada);
    await expectNothingOwed(ada);
  });

  test('leaves an invoice that has been paid since', async () => {
    const ada = await debtor();
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: await customerOf(ada) });
    intercept(async (each, execute) => {
      const [, invoice] = /\/v1\/invoices\/(\w+)\/void$/.exec(each) ?? [];
      if (invoice) await stripe.invoices.pay(invoice, { payment_method: good.id });
      return execute();
    });
    expect((await cancel(ada)).status).toBe(200);
    expect(await paid(ada)).toEqual([499]);
  });
});

/** The first charge after the trial has failed. */
async function debtor(): Promise<Someone> {
  const ada = await user();
  await subscribe(ada, { card: cardWithoutFunds });
  await advance(8);
  await deliverAll(ada);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'past_due' });
  return ada;
}

/** Delivers all events of Stripe. */
async function deliverAll(someone: Someone): Promise<void> {
  for (const event of await eventsOf(await customerOf(someone))) {
    expect((await send(event)).status).toBe(200);
  }
}

async function expectNothingOwed(someone: Someone): Promise<void> {
  expect(await subscriptions(someone)).toMatchObject([{ status: 'canceled' }]);
  const { data } = await stripe.invoices.list({ customer: await customerOf(someone) });
  expect(data.filter(({ status: word }) => word === 'open')).toEqual([]);
}

function cancel(someone: Someone, body: object = {}) {
  return call(handler, { method: 'POST', path: '/api/cancel-subscription', body }, someone);
}
