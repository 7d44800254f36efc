import { describe, expect, test } from 'vitest';
import { handler as cancel } from '../../../../functions/billing/cancel.ts';
import {
  closeDispute,
  failRefund,
  openDispute,
  warnOfFraud,
} from '../../../../infra/local/stripe/billing/reversals.ts';
import { call, type Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';

const buyers = await startBuyers();
const { user, all, stripe, account, perform, advance, logged } = buyers;
const { create, send, subscribe, status, subscriptions, customerOf, paid } = buyers;

const chargedToday = { priceId: 'parley_monthly', acceptsCharge: true };
const disputed = { subscriptionStatus: 'past_due', isPremium: false, isDisputed: true, nextCharge: null };

describe('a dispute', () => {
  test('ends Premium when it is opened, and nothing is charged while it is open', async () => {
    const { ada, charge } = await payer();
    await dispute(charge);
    expect(await status(ada)).toMatchObject(disputed);
    expect(logged()).toContain('"payment-reversed"');
    await advance(70);
    expect(await paid(ada)).toEqual([499]);
    const refused = await create(ada, chargedToday);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Your bank is reviewing a disputed payment. Nothing was charged. Wait for the result, or cancel under Manage Subscription.',
    ]);
  });

  test('that is won restores Premium, which is charged from the next period on', async () => {
    const { ada, charge } = await payer();
    const id = await dispute(charge);
    await decide(id, 'won');
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      isPremium: true,
      isDisputed: false,
    });
    expect(await revenueOf(id)).toEqual([-499, 499]);
    await advance(32);
    expect(await paid(ada)).toEqual([499, 499]);
  });

  test('that is lost ends the subscription', async () => {
    const { ada, charge } = await payer();
    const id = await dispute(charge);
    await decide(id, 'lost');
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      isDisputed: false,
    });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    expect(await revenueOf(id)).toEqual([-499]);
  });

  test.each(['won', 'lost'] as const)('stays %s where its opening arrives last', async (outcome) => {
    const { ada, charge } = await payer();
    const { id } = await perform(() => openDispute(account, charge));
    await perform(() => closeDispute(account, id, outcome));
    const [opened, decided] = await eventsAbout(id);
    for (const event of [decided, opened, decided]) {
      expect((await send({ ...event, id: `evt_${crypto.randomUUID()}` })).status).toBe(200);
    }
    expect(await status(ada)).toMatchObject({ isPremium: outcome === 'won', isDisputed: false });
    expect(await revenueOf(id)).toEqual(outcome === 'won' ? [-499, 499] : [-499]);
  });

  test('that was lost does not end a later subscription', async () => {
    const { ada, charge } = await payer();
    const id = await dispute(charge);
    await decide(id, 'lost');
    await advance(1);
    await subscribe(ada, { body: chargedToday });
    for (const event of await eventsAbout(id)) {
      expect((await send({ ...event, id: `evt_${crypto.randomUUID()}` })).status).toBe(200);
    }
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  });

  test('about an earlier period ends a past-due subscription', async () => {
    const { ada, charge } = await payer();
    const customer = await customerOf(ada);
    await buyers.setDefaultCard(customer, 'pm_card_chargeCustomerFail');
    await advance(32);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'past_due' }]);
    await dispute(charge);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
  });

  test('within the hour before a charge stops the charge', async () => {
    const { ada, charge } = await payer();
    const [subscription] = await subscriptions(ada);
    const periodEnd = subscription?.items.data[0]?.current_period_end ?? 0;
    await advance((periodEnd + 60 - buyers.now() / 1_000) / 86_400);
    await dispute(charge);
    await advance(1);
    expect(await paid(ada)).toEqual([499]);
  });

  test('allows cancelling at once', async () => {
    const { ada, charge } = await payer();
    const id = await dispute(charge);
    const answer = await call(cancel, { method: 'POST', path: '/api/cancel-subscription', body: {} }, ada);
    expect(answer).toMatchObject({ status: 200, body: { isEnded: true } });
    await decide(id, 'won');
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
  });
});

describe('a refund', () => {
  test('of the whole latest invoice ends Premium, and leaves the revenue once', async () => {
    const { ada, charge } = await payer();
    await stripe.refunds.create({ charge });
    for (let time = 0; time < 3; time += 1) await deliverRefunds(charge);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    expect(await refundsIn(charge)).toEqual([-499]);
  });

  test('of a part leaves Premium, and the last part ends it', async () => {
    const { ada, charge } = await payer();
    await stripe.refunds.create({ charge, amount: 100 });
    await deliverRefunds(charge);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
    await stripe.refunds.create({ charge });
    await deliverRefunds(charge);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free' });
    expect((await refundsIn(charge)).toSorted((a, b) => b - a)).toEqual([-100, -399]);
  });

  test('of an earlier period leaves Premium', async () => {
    const { ada, charge } = await payer();
    await advance(32);
    await stripe.refunds.create({ charge });
    await deliverRefunds(charge);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
    expect(await refundsIn(charge)).toEqual([-499]);
  });
});

describe('a refund that fails', () => {
  test('is taken back from the revenue, once, and Premium stays ended', async () => {
    const { ada, charge } = await payer();
    const { id } = await stripe.refunds.create({ charge });
    await deliverRefunds(charge);
    await perform(() => failRefund(account, id));
    for (let time = 0; time < 2; time += 1) await deliverRefunds(id);
    expect(await revenueOf(id)).toEqual([-499, 499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
  });

  test('leaves the revenue where the refund arrives last', async () => {
    const { charge } = await payer();
    const { id } = await stripe.refunds.create({ charge });
    await perform(() => failRefund(account, id));
    await deliverRefunds(id);
    await deliverRefunds(charge);
    expect(await revenueOf(id)).toEqual([-499, 499]);
  });
});

describe('an early fraud warning', () => {
  test('pays the charge back and ends Premium, once', async () => {
    const { ada, charge } = await payer();
    const { id } = await perform(() => warnOfFraud(account, charge));
    for (let time = 0; time < 2; time += 1) await deliverRefunds(id);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    await deliverRefunds(charge);
    expect(await refundsIn(charge)).toEqual([-499]);
  });

  test('about an earlier period ends Premium too', async () => {
    const { ada, charge } = await payer();
    await advance(32);
    const { id } = await perform(() => warnOfFraud(account, charge));
    await deliverRefunds(id);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free' });
  });

  test('about a disputed charge leaves it to the dispute', async () => {
    const { ada, charge } = await payer();
    await dispute(charge);
    const { id } = await perform(() => warnOfFraud(account, charge));
    await deliverRefunds(id);
    expect(await status(ada)).toMatchObject(disputed);
    expect(await refundsIn(charge)).toEqual([]);
  });
});

describe('the reversed payments of other products', () => {
  test('and unknown ones are ignored', async () => {
    const customer = await stripe.customers.create();
    await buyers.setDefaultCard(customer.id, 'pm_card_visa');
    const items = [{ price: await buyers.priceOf('parley_monthly') }];
    await stripe.subscriptions.create({ customer: customer.id, items });
    const charge = chargeOf(customer.id);
    const before = (await reversals()).length;
    await dispute(charge);
    for (const type of reversing) {
      expect((await buyers.signal(type, { id: 'ch_gone' })).status).toBe(200);
    }
    expect(await reversals()).toHaveLength(before);
    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'active', pause_collection: null }]);
  });
});

const reversing = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'refund.failed',
];

/** A user who has paid for a month today. */
async function payer(): Promise<{ ada: Someone; charge: string }> {
  const ada = await user({ trialSetupIntentId: 'seti_earlier' });
  await subscribe(ada, { body: chargedToday });
  return { ada, charge: chargeOf(await customerOf(ada)) };
}

function chargeOf(customer: string): string {
  return account.all('charge').findLast((each) => each.customer === customer)?.id ?? '';
}

/** Opens a dispute, with its webhook. */
async function dispute(charge: string): Promise<string> {
  const { id } = await perform(() => openDispute(account, charge));
  for (const event of await eventsAbout(id)) expect((await send(event)).status).toBe(200);
  return id;
}

async function decide(id: string, outcome: 'won' | 'lost'): Promise<void> {
  await perform(() => closeDispute(account, id, outcome));
  for (const event of await eventsAbout(id)) expect((await send(event)).status).toBe(200);
}

async function deliverRefunds(charge: string): Promise<void> {
  for (const event of await eventsAbout(charge)) {
    expect((await send({ ...event, id: `evt_${crypto.randomUUID()}` })).status).toBe(200);
  }
}

/** Oldest first. */
async function eventsAbout(id: string) {
  const { data } = await stripe.events.list({ limit: 100 });
  return data.filter((event) => (event.data.object as { id?: string }).id === id).toReversed();
}

async function reversals(): Promise<{ sk: string; amountCents: number }[]> {
  const items = (await all('users')) as { sk: string; amountCents: number }[];
  return items.filter(({ sk }) => /^(REFUND|REFUND-FAILED|DISPUTE|WON)#/.test(sk));
}

async function revenueOf(dispute: string): Promise<number[]> {
  const own = (await reversals()).filter(({ sk }) => sk.endsWith(`#${dispute}`));
  return own.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other);
}

async function refundsIn(charge: string): Promise<number[]> {
  const { data } = await stripe.refunds.list({ charge });
  const keys = data.map(({ id }) => `REFUND#${id}`);
  return (await reversals()).filter(({ sk }) => keys.includes(sk)).map(({ amountCents }) => amountCents);
}
