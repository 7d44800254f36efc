import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { outage } from '../../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, items, all, item, logged, stripe, calls, intercept, eventsOf } = buyers;
const { send, signal, subscribe, status, subscriptions, customerOf, priceOf, revenue } = buyers;

afterEach(() => vi.useRealTimers());

describe('a change at Stripe', () => {
  test('is on the profile after its webhook', async () => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await deliver(ada, 'customer.subscription.updated', id);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'canceled',
      isPremium: true,
      nextCharge: null,
    });
    await stripe.subscriptions.cancel(id);
    await deliver(ada, 'customer.subscription.deleted', id);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      subscriptionPlan: null,
      trialAvailable: false,
      limit: 10,
    });
    expect(logged()).toContain('"subscription-synced"');
  });

  test('to an unknown status has no effect, and is logged', async () => {
    const ada = await user();
    await subscribe(ada);
    intercept(async (call, execute) => {
      const reply = await execute();
      if (call !== 'GET /v1/subscriptions') return reply;
      return { ...reply, body: reply.body.replaceAll('"trialing"', '"enchanted"') };
    });
    await deliver(ada, 'customer.subscription.updated', 'sub_1');
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    expect(logged()).toContain('"unknown-subscription-status"');
    expect(logged()).toContain('enchanted');
  });
});

describe('an event', () => {
  test('is processed once', async () => {
    const ada = await user();
    await subscribe(ada);
    const event = updateOf(await customerOf(ada));
    expect((await send(event)).status).toBe(200);
    const before = calls.length;
    expect((await send(event)).status).toBe(200);
    expect(calls.length).toBe(before);
  });

  test('that failed is processed on redelivery', async () => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    await stripe.subscriptions.cancel(id);
    const event = updateOf(await customerOf(ada));
    intercept(async () => outage);
    expect((await send(event)).status).toBe(502);
    expect(await item('users', `EVENT#${event.id}`, 'EVENT')).toBeUndefined();
    intercept();
    expect((await send(event)).status).toBe(200);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free' });
  });

  test.each(['customer.created', 'charge.succeeded', 'price.created', 'constructor'])(
    'of another type is acknowledged without effect: %s',
    async (type) => {
      const ada = await user();
      await subscribe(ada);
      const customer = await customerOf(ada);
      const before = await all('users');
      const asked = calls.length;
      expect((await signal(type, { id: customer, customer })).status).toBe(200);
      expect(calls.length).toBe(asked);
      expect(await all('users')).toEqual(before);
    },
  );

  test.each(['customer.subscription.updated', 'customer.deleted', 'invoice.payment_failed'])(
    'about a customer of another product is acknowledged without effect: %s',
    async (type) => {
      const customer = await stripe.customers.create({ email: 'somebody@example.com' });
      const before = (await all('users')).length;
      const asked = calls.length;
      expect((await signal(type, { id: customer.id, customer: customer.id })).status).toBe(200);
      expect(calls.length).toBe(asked);
      expect((await all('users')).length).toBe(before + 1);
    },
  );
});

describe('a customer that was deleted at Stripe', () => {
  test('and is only half removed does not affect the new one', async () => {
    const ada = await user();
    await subscribe(ada);
    const former = await customerOf(ada);
    await stripe.customers.del(former);
    await signal('customer.deleted', { id: former });
    await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
    // A function died before it removed the customer's owner.
    await buyers.put('users', { pk: `CUSTOMER#${former}`, sk: 'CUSTOMER', userId: ada.id });
    await signal('customer.subscription.deleted', { id: 'sub_1', customer: former });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  });
});

describe('a paid invoice', () => {
  test('is revenue of the day of its payment, once, without a user’s name', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    await subscribe(ada, { body: { priceId: 'parley_annual', acceptsCharge: true } });
    const customer = await customerOf(ada);
    const { data } = await stripe.invoices.list({ customer });
    const [invoice] = data;
    for (let time = 0; time < 3; time += 1) await signal('invoice.paid', { id: invoice?.id ?? '', customer });
    const paidAt = new Date((invoice?.status_transitions.paid_at ?? 0) * 1_000).toISOString();
    const day = await items('users', `LEDGER#${paidAt.slice(0, 10)}`);
    const own = day.filter(({ sk }) => sk === `INVOICE#${invoice?.id}`);
    expect(own).toEqual([
      {
        pk: `LEDGER#${paidAt.slice(0, 10)}`,
        sk: `INVOICE#${invoice?.id}`,
        amountCents: 3_999,
        currency: 'usd',
        plan: 'parley_annual',
        at: paidAt,
        expiresAt: Date.parse(paidAt.slice(0, 10)) / 1_000 + 2 * 365 * 86_400,
      },
    ]);
    expect(logged().match(/"invoice-paid"/g)).toHaveLength(1);
  });

  test('of 0, such as the trial’s, is no revenue', async () => {
    const before = await revenue();
    const ada = await user();
    await subscribe(ada);
    for (const event of await eventsOf(await customerOf(ada))) await send(event);
    expect(await revenue()).toEqual(before);
  });

  test('of another product is not our revenue', async () => {
    const before = await revenue();
    const customer = await stripe.customers.create();
    await buyers.setDefaultCard(customer.id, 'pm_card_visa');
    const items = [{ price: await priceOf('parley_monthly') }];
    await stripe.subscriptions.create({ customer: customer.id, items });
    const invoices = await stripe.invoices.list({ customer: customer.id });
    expect(invoices.data[0]?.amount_paid).toBe(499);
    await signal('invoice.paid', { id: invoices.data[0]?.id ?? '', customer: customer.id });
    expect(await revenue()).toEqual(before);
  });

  test('that Stripe no longer has is ignored', async () => {
    expect((await signal('invoice.paid', { id: 'in_gone', customer: 'cus_gone' })).status).toBe(200);
  });
});

async function deliver(someone: Someone, type: string, id: string): Promise<void> {
  const { status: answered } = await signal(type, { id, customer: await customerOf(someone) });
  expect(answered).toBe(200);
}

function updateOf(customer: string) {
  return {
    id: `evt_${crypto.randomUUID()}`,
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { id: 'sub_1', customer } },
  };
}
