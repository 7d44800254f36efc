import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AccountEvent, Recovery } from '../../../infra/local/stripe/account.ts';
import { openStripe } from '../../../infra/local/stripe/stripe.ts';

describe('a trial', () => {
  test('is charged seven days and an hour after its start, never before, and monthly from then on', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id, status, items, latest_invoice } = await world.subscribe({ trial_period_days: 7 });
    expect(status).toBe('trialing');
    expect(items.data[0]?.current_period_end).toBe(seconds('2026-01-22T10:00:00Z'));
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      status: 'paid',
      amount_due: 0,
      amount_paid: 0,
      attempt_count: 0,
      billing_reason: 'subscription_create',
    });

    await world.moveTo('2026-01-22T09:59:59Z');
    expect(await world.read(id)).toMatchObject({ status: 'trialing' });
    await world.moveTo('2026-01-22T10:00:00Z');
    const active = await world.read(id);
    expect(active).toMatchObject({ status: 'active', trial_end: seconds('2026-01-22T10:00:00Z') });
    expect(await world.stripe.invoices.retrieve(String(active.latest_invoice))).toMatchObject({
      status: 'draft',
      number: null,
      amount_due: 499,
      billing_reason: 'subscription_cycle',
    });
    await world.moveTo('2026-01-22T10:59:59Z');
    expect(await world.charges(id)).toEqual([]);

    await world.moveTo('2027-02-19T10:00:00Z');
    expect(await world.charges(id)).toEqual(
      [
        ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'],
        ...['2026-09', '2026-10', '2026-11', '2026-12', '2027-01'],
      ].map((month) => `${month}-22T11:00:00.000Z 499`),
    );
  });

  test('is announced to end three days before, once', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    await world.subscribe({ trial_period_days: 7 });
    await world.moveTo('2026-01-19T09:59:59Z');
    expect(world.typesSince(0)).not.toContain('customer.subscription.trial_will_end');
    await world.moveTo('2026-01-20T10:00:00Z');
    await world.moveTo('2026-03-01T10:00:00Z');
    const warnings = world.events().filter(({ type }) => type === 'customer.subscription.trial_will_end');
    expect(warnings.map(({ created }) => created)).toEqual([seconds('2026-01-19T10:00:00Z')]);
  });

  test('that is cancelled is never charged', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe({ trial_period_days: 7 });
    await world.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await world.moveTo('2026-03-15T10:00:00Z');
    expect(await world.read(id)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-01-22T10:00:00Z'),
    });
    expect(await world.charges(id)).toEqual([]);
    expect(world.typesSince(0)).not.toContain('invoice.payment_failed');
  });
});

describe('a subscription without a trial', () => {
  test('is charged at once', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id, status, latest_invoice } = await world.subscribe();
    expect(status).toBe('active');
    expect(await world.charges(id)).toEqual(['2026-01-15T10:00:00.000Z 499']);
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      attempt_count: 1,
      amount_remaining: 0,
      billing_reason: 'subscription_create',
      currency: 'usd',
      number: expect.stringMatching(/-0001$/),
      hosted_invoice_url: `${world.origin}/i/${latest_invoice}`,
      invoice_pdf: `${world.origin}/i/${latest_invoice}`,
      parent: { subscription_details: { subscription: id, metadata: { userId: 'ada' } } },
      lines: {
        data: [
          {
            amount: 499,
            description: '1 × Parley Premium (at $4.99 / month)',
            period: { start: seconds('2026-01-15T10:00:00Z'), end: seconds('2026-02-15T10:00:00Z') },
            pricing: { price_details: { price: world.monthly } },
          },
        ],
      },
      status_transitions: {
        finalized_at: seconds('2026-01-15T10:00:00Z'),
        paid_at: seconds('2026-01-15T10:00:00Z'),
      },
    });
  });

  test('keeps the day of its anchor through short months', async () => {
    const world = await open('2027-10-31T10:00:00Z');
    const { id } = await world.subscribe();
    await world.moveTo('2028-04-01T00:00:00Z');
    expect((await world.charges(id)).map((charge) => charge.slice(0, 13))).toEqual([
      '2027-10-31T10',
      '2027-11-30T11',
      '2027-12-31T11',
      '2028-01-31T11',
      '2028-02-29T11',
      '2028-03-31T11',
    ]);
  });

  test('whose card is declined is incomplete, and active once it is paid', async () => {
    const world = await open('2026-01-15T10:00:00Z', 'declined');
    const { id, status, latest_invoice } = await world.subscribe();
    expect(status).toBe('incomplete');
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      status: 'open',
      attempt_count: 1,
      amount_remaining: 499,
      next_payment_attempt: null,
    });
    await world.giveCard('good');
    await world.moveTo('2026-01-15T12:00:00Z');
    await world.stripe.subscriptions.update(id, { default_payment_method: world.card });
    await world.stripe.invoices.pay(String(latest_invoice));
    expect(await world.read(id)).toMatchObject({
      status: 'active',
      billing_cycle_anchor: seconds('2026-01-15T10:00:00Z'),
    });
  });

  test('whose card wants its owner is incomplete, and says so', async () => {
    const world = await open('2026-01-15T10:00:00Z', 'authentication');
    const { status } = await world.subscribe({ off_session: true });
    expect(status).toBe('incomplete');
    expect(world.typesSince(0)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.payment_failed',
      'invoice.payment_action_required',
    ]);
  });

  test('needs a card', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    await world.detach();
    await expect(world.subscribe()).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
  });
});

describe('cancelling', () => {
  test('at the period’s end leaves the period and then really ends', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe();
    await world.moveTo('2026-01-20T00:00:00Z');
    const seen = world.events().length;
    expect(await world.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: seconds('2026-02-15T10:00:00Z'),
      canceled_at: seconds('2026-01-20T00:00:00Z'),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const told = world.events().at(-1);
    expect(told?.type).toBe('customer.subscription.updated');
    expect(told?.data.previous_attributes).toEqual({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await world.moveTo('2026-02-15T09:59:59Z');
    expect(await world.read(id)).toMatchObject({ status: 'active' });
    await world.moveTo('2026-04-15T10:00:00Z');
    expect(await world.read(id)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-02-15T10:00:00Z'),
      canceled_at: seconds('2026-01-20T00:00:00Z'),
    });
    expect(world.typesSince(seen)).toEqual([
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    expect(await world.charges(id)).toEqual(['2026-01-15T10:00:00.000Z 499']);
  });

  test.each([
    [{ cancel_at_period_end: true }, { cancel_at_period_end: false }, { cancel_at: '' }],
    [{ cancel_at: 'min_period_end' }, { cancel_at: '' }, { cancel_at_period_end: false }],
  ] as const)('by %j is taken back by %j and nothing else', async (change, back, other) => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe({ trial_period_days: 7 });
    await world.stripe.subscriptions.update(id, change);
    await expect(world.stripe.subscriptions.update(id, other)).rejects.toThrow('Not modelled');
    await expect(world.stripe.subscriptions.update(id, { ...back, ...other })).rejects.toThrow(
      'only specify',
    );
    expect(await world.stripe.subscriptions.update(id, back)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    await world.moveTo('2026-01-23T10:00:00Z');
    expect(await world.charges(id)).toEqual(['2026-01-22T11:00:00.000Z 499']);
  });

  test('at once ends at once, and for good', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe();
    expect(
      await world.stripe.subscriptions.cancel(id, { cancellation_details: { feedback: 'unused' } }),
    ).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-01-15T10:00:00Z'),
      cancellation_details: { reason: 'cancellation_requested', feedback: 'unused' },
    });
    await expect(world.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(
      world.stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ code: 'invalid_canceled_subscription_fields' });
    const { metadata } = await world.stripe.subscriptions.update(id, {
      metadata: { note: 'kept', userId: '' },
    });
    expect(metadata).toEqual({ note: 'kept' });
  });
});

describe('a renewal whose charge fails', () => {
  test('is tried again after 3, 5 and 7 days, and then the subscription ends', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe();
    await world.giveCard('declined');
    await world.moveTo('2026-02-15T10:59:59Z');
    expect(await world.read(id)).toMatchObject({ status: 'active' });
    await world.moveTo('2026-02-15T11:00:00Z');
    const { status, latest_invoice } = await world.read(id);
    expect(status).toBe('past_due');
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: seconds('2026-02-18T11:00:00Z'),
    });

    await world.moveTo('2026-05-01T00:00:00Z');
    expect(world.times('invoice.payment_failed')).toEqual([
      '2026-02-15T11:00:00.000Z',
      '2026-02-18T11:00:00.000Z',
      '2026-02-23T11:00:00.000Z',
      '2026-03-02T11:00:00.000Z',
    ]);
    expect(await world.read(id)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-03-02T11:00:00Z'),
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      status: 'open',
      attempt_count: 4,
      auto_advance: false,
      next_payment_attempt: null,
    });
    expect(await world.invoices(id)).toHaveLength(2);
  });

  test('is made good by another card at the next attempt', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe();
    await world.giveCard('declined');
    await world.moveTo('2026-02-16T00:00:00Z');
    await world.giveCard('good');
    await world.moveTo('2026-02-18T10:59:59Z');
    expect(await world.read(id)).toMatchObject({ status: 'past_due' });
    const seen = world.events().length;
    await world.moveTo('2026-02-18T11:00:00Z');
    expect(await world.read(id)).toMatchObject({ status: 'active' });
    expect(world.typesSince(seen)).toEqual([
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
    expect(world.events().at(-1)?.data).toMatchObject({ previous_attributes: { status: 'past_due' } });
    await world.moveTo('2026-03-15T11:00:00Z');
    expect(await world.charges(id)).toEqual([
      '2026-01-15T10:00:00.000Z 499',
      '2026-02-18T11:00:00.000Z 499',
      '2026-03-15T11:00:00.000Z 499',
    ]);
  });

  test('is made good at once by paying, and a payment that fails leaves the times as they were', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    const { id } = await world.subscribe();
    await world.giveCard('declined');
    await world.moveTo('2026-02-16T00:00:00Z');
    const { latest_invoice } = await world.read(id);
    const pay = () => world.stripe.invoices.pay(String(latest_invoice));
    await expect(pay()).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect(await world.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: seconds('2026-02-18T11:00:00Z'),
    });
    expect(world.times('invoice.payment_failed')).toHaveLength(2);
    await world.giveCard('good');
    expect(await pay()).toMatchObject({ status: 'paid', amount_paid: 499, next_payment_attempt: null });
    expect(await world.read(id)).toMatchObject({ status: 'active' });
    await expect(pay()).rejects.toThrow('already paid');
  });
});

describe('events', () => {
  test('tell a trial’s life in order, with what has changed', async () => {
    const world = await open('2026-01-15T10:00:00Z');
    await world.subscribe({ trial_period_days: 7 });
    expect(world.typesSince(0)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    await world.moveTo('2026-01-22T10:00:00Z');
    expect(world.typesSince(5)).toEqual([
      'customer.subscription.trial_will_end',
      'invoice.created',
      'customer.subscription.updated',
    ]);
    const began = seconds('2026-01-15T10:00:00Z');
    const ended = seconds('2026-01-22T10:00:00Z');
    expect(world.events().at(-1)?.data).toMatchObject({
      object: { status: 'active', items: { data: [{ current_period_start: ended }] } },
      previous_attributes: {
        status: 'trialing',
        latest_invoice: expect.stringMatching(/^in_/),
        items: { data: [{ current_period_start: began, current_period_end: ended }] },
      },
    });
    await world.moveTo('2026-01-22T11:00:00Z');
    expect(world.typesSince(8)).toEqual([
      'invoice.updated',
      'invoice.finalized',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect(world.events()[8]?.data.previous_attributes).toMatchObject({
      status: 'draft',
      number: null,
      status_transitions: { finalized_at: null },
    });
  });
});

describe('what only Stripe can do', () => {
  test.each<Partial<Stripe.SubscriptionCreateParams>>([
    { items: [{ price: 'any', quantity: 2 }] },
    { items: [{ price: 'any' }, { price: 'other' }] },
    { collection_method: 'send_invoice' },
    { proration_behavior: 'none' },
    { discounts: [{ coupon: 'half' }] },
    { trial_end: 'now' },
    { trial_period_days: 0 },
  ])('is refused by name: %j', async (params) => {
    const world = await open('2026-01-15T10:00:00Z');
    await expect(world.subscribe(params)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      param: expect.stringContaining(Object.keys(params)[0] ?? ''),
    });
    expect(world.events()).toEqual([]);
  });
});

/** Ada, a customer of the stand-in, and the SDK that speaks with it. */
interface World {
  readonly stripe: Stripe;
  readonly origin: string;
  readonly customer: string;
  readonly monthly: string;
  readonly annual: string;
  /** The customer's card. */
  readonly card: string;
  /** A new card, which is the customer's from now on. */
  giveCard(kind: CardKind): Promise<string>;
  /** Takes the customer's card away. */
  detach(): Promise<void>;
  /** Subscribes Ada. */
  subscribe(params?: Partial<Stripe.SubscriptionCreateParams>): Promise<Stripe.Subscription>;
  read(subscription: string): Promise<Stripe.Subscription>;
  /** Newest first. */
  invoices(subscription: string): Promise<Stripe.Invoice[]>;
  /** What was paid, when: `2026-01-22T11:00:00.000Z 499`, oldest first. */
  charges(subscription: string): Promise<string[]>;
  /** The clock goes on, past everything that happens on the way. */
  moveTo(time: string): Promise<void>;
  /** Those of subscriptions and invoices, oldest first. */
  events(): AccountEvent[];
  typesSince(count: number): string[];
  times(type: string): string[];
}

async function open(time: string, kind: CardKind = 'good', recovery?: Recovery): Promise<World> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  const server = http.createServer((request, response) => void standIn.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const standIn = await openStripe({
    origin,
    folder: undefined,
    webhookUrl: `${origin}/nobody`,
    recovery,
    say: () => {},
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await standIn.stop();
    server.closeAllConnections();
    server.close();
  });
  const stripe = new Stripe(standIn.keys.secretKey, {
    protocol: 'http',
    host: '127.0.0.1',
    port,
    telemetry: false,
  });
  // An event that is still to be delivered is kept, however old.
  standIn.deliveries.hold();
  await stripe.webhookEndpoints.create({ url: `${origin}/nobody`, enabled_events: ['*'] });
  const { id: customer } = await stripe.customers.create({ email: 'ada@parley.example' });
  const prices = await stripe.prices.list({ lookup_keys: ['parley_monthly', 'parley_annual'] });
  const priceOf = (key: string) => prices.data.find(({ lookup_key }) => lookup_key === key)?.id ?? '';
  const monthly = priceOf('parley_monthly');
  let card = '';

  const events = () =>
    standIn.account.all('event').filter(({ type }) => /^(customer\.subscription|invoice)\./.test(type));
  const world: World = {
    stripe,
    origin,
    customer,
    monthly,
    annual: priceOf('parley_annual'),
    get card() {
      return card;
    },
    giveCard: async (next) => {
      card = (await stripe.paymentMethods.attach(cards[next], { customer })).id;
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
      return card;
    },
    detach: async () => void (await stripe.paymentMethods.detach(card)),
    subscribe: (params) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: monthly }],
        metadata: { userId: 'ada' },
        ...params,
      }),
    read: (subscription) => stripe.subscriptions.retrieve(subscription),
    invoices: async (subscription) => (await stripe.invoices.list({ subscription, limit: 100 })).data,
    charges: async (subscription) => {
      const invoices = await world.invoices(subscription);
      const paid = invoices.filter(({ amount_paid }) => amount_paid > 0).toReversed();
      return paid.map((each) => `${iso(each.status_transitions.paid_at ?? 0)} ${each.amount_paid}`);
    },
    moveTo: (to) => standIn.clock.advanceTo(seconds(to)),
    events,
    typesSince: (count) =>
      events()
        .slice(count)
        .map(({ type }) => type),
    times: (type) =>
      events()
        .filter((event) => event.type === type)
        .map(({ created }) => iso(created)),
  };
  await world.giveCard(kind);
  return world;
}

type CardKind = keyof typeof cards;

const cards = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  authentication: 'pm_card_authenticationRequired',
} as const;

function seconds(time: string): number {
  return Date.parse(time) / 1_000;
}

function iso(secondsSince1970: number): string {
  return new Date(secondsSince1970 * 1_000).toISOString();
}
