import { describe, expect, test } from 'vitest';
import { handler as cancelHandler } from '../../../functions/billing/cancel.ts';
import { handler as changeHandler } from '../../../functions/billing/change.ts';
import { handler as previewHandler } from '../../../functions/billing/preview-change.ts';
import { verifyPayment } from '../../../infra/local/stripe/billing/collection.ts';
import type { PlanId } from '../../../shared/plans.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const buyers = await startBuyers();
const { user, stripe, advance, subscribe, status, subscriptions, signal, perform, account } = buyers;
const { customerOf, paid, revenue, setDefaultCard, logged, all } = buyers;

describe('from monthly to yearly', () => {
  test('shows Stripe’s amount first, and charges exactly that later', async () => {
    const ada = await subscriber();
    await advance(10);
    const { body: quote } = await preview(ada);
    expect(quote).toMatchObject({ currency: 'usd', creditLeftCents: 0, renewalCents: 3_999 });
    expect(quote.amountCents).toBe(3_999 - quote.unusedCents);
    expect(quote.unusedCents).toBeGreaterThan(499 * 0.6);
    expect(quote.unusedCents).toBeLessThan(499 * 0.7);
    await advance(0.03);
    expect(await change(ada, quote)).toMatchObject({ status: 200, body: { clientSecret: null } });
    expect(await paid(ada)).toEqual([quote.amountCents, 499]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      isPremium: true,
      subscriptionPlan: 'parley_annual',
      nextCharge: { amountCents: 3_999, priceCents: 3_999 },
    });
    expect(logged()).toContain('"change":"plan-changed"');
    await advance(364);
    expect(await paid(ada)).toHaveLength(2);
    await advance(2);
    expect(await paid(ada)).toEqual([3_999, quote.amountCents, 499]);
  });

  test('records the revenue, and a refund of it, with the plan that was paid', async () => {
    const ada = await subscriber();
    const { body: quote } = await preview(ada);
    await change(ada, quote);
    const [invoice] = (await stripe.invoices.list({ customer: await customerOf(ada) })).data;
    await signal('invoice.paid', { id: invoice?.id ?? '', customer: await customerOf(ada) });
    const entries = (await revenue()).filter(({ sk }) => sk === `INVOICE#${invoice?.id}`);
    expect(entries).toMatchObject([{ plan: 'parley_annual', amountCents: quote.amountCents }]);

    const [charge] = (await stripe.charges.list({ customer: await customerOf(ada) })).data;
    const refund = await stripe.refunds.create({ charge: charge?.id ?? '' });
    await signal('charge.refunded', { id: charge?.id ?? '', customer: await customerOf(ada) });
    const reversals = (await all('users')).filter(({ sk }) => sk === `REFUND#${refund.id}`);
    expect(reversals).toMatchObject([{ plan: 'parley_annual', amountCents: -quote.amountCents }]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
  });

  test('pressed twice, or again after a lost answer, charges once', async () => {
    const ada = await subscriber();
    const { body: quote } = await preview(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(ada, quote)));
    expect(answers.map(({ status: code }) => code)).toEqual([200, 200, 200, 200]);
    expect((await change(ada, quote)).status).toBe(200);
    expect(await paid(ada)).toEqual([quote.amountCents, 499]);
  });

  test('uses a coupon and credit as Stripe does', async () => {
    const ada = await subscriber();
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    await stripe.subscriptions.update(await idOf(ada), { discounts: [{ coupon: coupon.id }] });
    await stripe.customers.update(await customerOf(ada), { balance: -100 });
    const { body: quote } = await preview(ada);
    expect(quote.amountCents).toBe(1_999 - quote.unusedCents - 100);
    await change(ada, quote);
    expect((await paid(ada))[0]).toBe(quote.amountCents);
  });
});

describe('from yearly to monthly', () => {
  test('charges nothing, and what was not used pays for the next months', async () => {
    const ada = await subscriber('parley_annual');
    await advance(100);
    const { body: quote } = await preview(ada, 'parley_monthly');
    expect(quote).toMatchObject({ amountCents: 0, renewalCents: 499 });
    expect(quote.creditLeftCents).toBe(quote.unusedCents - 499);
    expect(await change(ada, quote, 'parley_monthly')).toMatchObject({ status: 200 });
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'parley_monthly',
      nextCharge: { amountCents: 0, priceCents: 499 },
    });
    const months = Math.floor(quote.creditLeftCents / 499);
    await advance(31 * (months + 1));
    expect(await paid(ada)).toHaveLength(2);
    expect((await paid(ada))[0]).toBe(499 * (months + 1) - quote.creditLeftCents);
  });
});

test('a trial changes its plan without a charge, and keeps its end', async () => {
  const ada = await user();
  await subscribe(ada);
  const { trialEndsAt } = await status(ada);
  const { body: quote } = await preview(ada);
  expect(quote).toMatchObject({
    amountCents: 0,
    unusedCents: 0,
    renewsAt: trialEndsAt,
    renewalCents: 3_999,
  });
  expect((await change(ada, quote)).status).toBe(200);
  expect(await status(ada)).toMatchObject({
    subscriptionStatus: 'trialing',
    subscriptionPlan: 'parley_annual',
    trialEndsAt,
    nextCharge: { at: trialEndsAt, amountCents: 3_999 },
  });
  await advance(8);
  expect(await paid(ada)).toEqual([3_999]);
});

describe('a card that does not pay', () => {
  test('changes nothing and owes nothing', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_chargeCustomerFail');
    const before = await status(ada);
    const { body: quote } = await preview(ada);
    const { status: code, body } = await change(ada, quote);
    expect([code, body.error]).toEqual([
      409,
      'Your card was declined, so your plan hasn’t changed. Nothing was charged. Update your payment method, then try again.',
    ]);
    expect(await status(ada)).toEqual(before);
    expect(await openInvoices(ada)).toEqual([]);
    await advance(1);
    expect(await paid(ada)).toEqual([499]);
    // The money for this period was paid: a failed attempt must not hide that.
    await stripe.subscriptions.update(await idOf(ada), { pause_collection: { behavior: 'void' } });
    await signal('customer.subscription.updated', { id: await idOf(ada), customer: await customerOf(ada) });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled', isPremium: true });
  });

  test('whose bank asks changes the plan once the buyer has confirmed', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_authenticationRequired');
    const { body: quote } = await preview(ada);
    const { body: asked } = await change(ada, quote);
    expect(asked.clientSecret).toMatch(/^pi_\w+_secret_/);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: monthly });

    await answerBank(asked.clientSecret, true);
    expect(await change(ada, quote)).toMatchObject({ status: 200, body: { clientSecret: null } });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: annual });
    expect(await paid(ada)).toEqual([quote.amountCents, 499]);
  });

  test('whose bank refuses changes nothing', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_authenticationRequired');
    const { body: quote } = await preview(ada);
    const { body: asked } = await change(ada, quote);
    await answerBank(asked.clientSecret, false);
    expect((await change(ada, quote)).status).toBe(409);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: monthly });
    expect(await openInvoices(ada)).toEqual([]);
  });

  test('whose buyer leaves the bank’s question owes nothing after a day', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_authenticationRequired');
    await change(ada, (await preview(ada)).body);
    await advance(1);
    expect(await openInvoices(ada)).toEqual([]);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'active', pending_update: null }]);
  });

  test('and a cancellation leave nothing that can be paid', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_authenticationRequired');
    await change(ada, (await preview(ada)).body);
    const post = { method: 'POST', path: '/api/cancel-subscription', body: {} };
    expect((await call(cancelHandler, post, ada)).status).toBe(200);
    expect(await openInvoices(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: monthly });
  });
});

describe('a change is refused', () => {
  test.each([
    ['cancelled', { cancel_at_period_end: true }],
    ['paused', { pause_collection: { behavior: 'void' } }],
    ['disputed', { metadata: { dispute: 'du_1' } }],
  ] as const)('while the subscription is %s', async (_state, state) => {
    const ada = await subscriber();
    await stripe.subscriptions.update(await idOf(ada), state);
    for (const { status: code, body } of [await preview(ada), await change(ada, anyQuote)]) {
      expect([code, body.error]).toEqual([409, notNow]);
    }
    expect(await paid(ada)).toEqual([499]);
  });

  test('while a payment is due', async () => {
    const ada = await subscriber();
    await setDefaultCard(await customerOf(ada), 'pm_card_chargeCustomerFail');
    await advance(32);
    expect((await preview(ada)).body.error).toBe(notNow);
  });

  test('without a subscription, and does not call Stripe', async () => {
    expect((await preview(await user())).body.error).toBe(notNow);
    expect(buyers.calls).toEqual([]);
  });

  test('to the plan that the buyer has', async () => {
    const ada = await subscriber();
    expect((await preview(ada, 'parley_monthly')).status).toBe(409);
    expect((await change(ada, anyQuote, 'parley_monthly')).status).toBe(200);
    expect(await paid(ada)).toEqual([499]);
  });

  test.each([
    ['of another amount', () => ({ amountCents: 1 })],
    ['made over an hour ago', () => ({ prorationDate: Math.floor(buyers.now() / 1_000) - 3_700 })],
    ['made in the future', () => ({ prorationDate: Math.floor(buyers.now() / 1_000) + 3_700 })],
  ])('for an offer %s', async (_what, forged) => {
    const ada = await subscriber();
    await advance(10);
    const { body: quote } = await preview(ada);
    const { status: code, body } = await change(ada, { ...quote, ...forged() });
    expect([code, body.error]).toEqual([
      409,
      'The amount has changed since we showed it. Nothing was charged. Check it again, then confirm.',
    ]);
    expect(await paid(ada)).toEqual([499]);
  });
});

interface Quote {
  readonly amountCents: number;
  readonly prorationDate: number;
}

const monthly = 'parley_monthly';
const annual = 'parley_annual';
const anyQuote: Quote = { amountCents: 3_500, prorationDate: 1_800_000_000 };
const notNow = 'Your plan can’t be changed right now. Nothing was charged. Reload the page to see your plan.';

/** A buyer without a trial: charged today. */
async function subscriber(plan: PlanId = monthly): Promise<Someone> {
  const ada = await user({ trialSetupIntentId: 'seti_earlier' });
  await subscribe(ada, { body: { priceId: plan, acceptsCharge: true } });
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: plan });
  return ada;
}

function preview(someone: Someone, priceId: PlanId = annual) {
  return call(
    previewHandler,
    { method: 'POST', path: '/api/preview-plan-change', body: { priceId } },
    someone,
  );
}

function change(someone: Someone, { amountCents, prorationDate }: Quote, priceId: PlanId = annual) {
  const body = { priceId, amountCents, prorationDate };
  return call(changeHandler, { method: 'POST', path: '/api/change-plan', body }, someone);
}

async function idOf(someone: Someone): Promise<string> {
  const [{ id = '' } = {}] = await subscriptions(someone);
  return id;
}

async function openInvoices(someone: Someone) {
  return (await stripe.invoices.list({ customer: await customerOf(someone), status: 'open' })).data;
}

async function answerBank(clientSecret: string, isConfirmed: boolean): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_');
  await perform(() => verifyPayment(account, id, clientSecret, isConfirmed));
}
