import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../infra/local/database/store.ts';
import { Account } from '../../../../infra/local/stripe/account/account.ts';
import type { StripeObject, Subscription } from '../../../../infra/local/stripe/account/objects.ts';
import { findNextDueTime, runDue } from '../../../../infra/local/stripe/billing/due.ts';
import { callApi } from '../../../../infra/local/stripe/routes.ts';

const start = '2026-01-15T10:00:00Z';
const good = 'pm_card_visa';
const declined = 'pm_card_chargeCustomerFail';

test('a trial is charged an hour after its end, and then monthly', async () => {
  const books = await openBooks(start);
  books.giveCard(good);
  const subscription = books.subscribe({ trial_period_days: '7' });
  expect(subscription.status).toBe('trialing');
  books.moveTo('2026-01-22T10:00:00Z');
  expect(subscription.status).toBe('active');
  expect(books.account.find('invoice', subscription.latest_invoice)).toMatchObject({ status: 'draft' });
  books.moveTo('2026-01-22T10:59:59Z');
  expect(books.charges()).toEqual([]);
  books.moveTo('2026-03-23T00:00:00Z');
  expect(books.charges()).toEqual([
    '2026-01-22T11:00:00.000Z 499',
    '2026-02-22T11:00:00.000Z 499',
    '2026-03-22T11:00:00.000Z 499',
  ]);
  const numbers = books.account.all('invoice').map(({ number }) => `${number}`.slice(-4));
  expect(numbers.toSorted()).toEqual(['0001', '0002', '0003', '0004']);
});

test('after a failed first charge the subscription is incomplete until it is paid or expires', async () => {
  const books = await openBooks(start);
  expect(() => books.subscribe()).toThrow('no attached payment source');
  books.giveCard(declined);
  const [paid, expired] = [books.subscribe(), books.subscribe()];
  expect([paid.status, expired.status]).toEqual(['incomplete', 'incomplete']);
  books.giveCard(good);
  books.call(`POST /v1/invoices/${paid.latest_invoice}/pay`);
  books.wait(86_400);
  expect([paid.status, expired.status]).toEqual(['active', 'incomplete_expired']);
  expect(books.account.find('invoice', expired.latest_invoice)?.status).toBe('void');
});

test('a scheduled end keeps the period, and is reverted only by the same parameter', async () => {
  const books = await openBooks(start);
  books.giveCard(good);
  const subscription = books.subscribe();
  const path = `POST /v1/subscriptions/${subscription.id}`;
  const inFiveDays = { cancel_at: String(books.now() + 5 * 86_400) };
  const [atEnd, notAtEnd, notAt] = [
    { cancel_at_period_end: 'true' },
    { cancel_at_period_end: 'false' },
    { cancel_at: '' },
  ];
  for (const [change, back, other] of [
    [atEnd, notAtEnd, notAt],
    [inFiveDays, notAt, notAtEnd],
  ] as const) {
    books.call(path, change);
    expect(() => books.call(path, other)).toThrow('does not model');
    books.call(path, back);
    expect(subscription.cancel_at).toBeNull();
  }
  books.call(path, atEnd);
  books.moveTo('2026-02-15T09:59:59Z');
  expect(subscription.status).toBe('active');
  books.moveTo('2026-03-15T10:00:00Z');
  expect(subscription).toMatchObject({ status: 'canceled', ended_at: seconds('2026-02-15T10:00:00Z') });
  expect(books.charges()).toHaveLength(1);
  expect(() => books.call(path, notAtEnd)).toThrow('canceled subscription');
  expect(() => books.call(`DELETE /v1/subscriptions/${subscription.id}`)).toThrow('No such subscription');
});

test('a failed renewal is tried after 3, 5 and 7 days, and then the subscription ends', async () => {
  const books = await openBooks(start);
  books.giveCard(good);
  const subscription = books.subscribe();
  books.giveCard(declined);
  books.moveTo('2026-02-15T11:00:00Z');
  expect(subscription.status).toBe('past_due');
  books.moveTo('2026-05-01T00:00:00Z');
  const failed = books.account.all('event').filter(({ type }) => type === 'invoice.payment_failed');
  expect(failed.map(({ created }) => new Date(created * 1_000).toISOString().slice(0, 13))).toEqual([
    '2026-02-15T11',
    '2026-02-18T11',
    '2026-02-23T11',
    '2026-03-02T11',
  ]);
  expect(subscription).toMatchObject({ status: 'canceled', ended_at: seconds('2026-03-02T11:00:00Z') });
});

test('a requested payment settles the debt, and does not move the retries', async () => {
  const books = await openBooks(start);
  books.giveCard(good);
  const subscription = books.subscribe();
  books.giveCard(declined);
  books.moveTo('2026-02-16T00:00:00Z');
  const pay = `POST /v1/invoices/${subscription.latest_invoice}/pay`;
  expect(() => books.call(pay)).toThrow('Your card was declined.');
  expect(books.account.find('invoice', subscription.latest_invoice)).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: seconds('2026-02-18T11:00:00Z'),
  });
  books.giveCard(good);
  books.call(pay);
  expect(subscription.status).toBe('active');
  expect(() => books.call(pay)).toThrow('already paid');
});

test('events are listed for 30 days', async () => {
  const books = await openBooks(start);
  const list = () => books.call<{ data: StripeObject[] }>('GET /v1/events').data.length;
  books.call('POST /v1/customers', { email: 'ada@parley.example' });
  books.giveCard(good);
  const count = list();
  expect(count).toBeGreaterThan(0);
  books.wait(30 * 86_400 - 1);
  expect(list()).toBe(count);
  books.wait(1);
  expect(list()).toBe(0);
});

test.for([
  ['pm_card_visa', 'visa', '4242'],
  ['pm_card_mastercard', 'mastercard', '4444'],
] as const)('%s is a card of %s', async ([token, brand, last4]) => {
  const books = await openBooks(start);
  books.giveCard(token);
  expect(books.account.all('payment_method').map(({ card }) => card)).toMatchObject([{ brand, last4 }]);
});

test('a card that wants authentication is charged only while its holder is away, if it was set up', async () => {
  const books = await openBooks(start);
  books.giveCard('pm_card_authenticationRequiredOnSetup');
  expect(books.subscribe({ off_session: 'true' }).status).toBe('active');
  expect(books.subscribe({ off_session: 'false' }).status).toBe('incomplete');
});

test('a payment intent is shown only for its own client secret', async () => {
  const books = await openBooks(start);
  books.giveCard('pm_card_authenticationRequiredOnSetup');
  books.subscribe({ off_session: 'false' });
  const [intent] = books.account.all('payment_intent');
  const path = `GET /v1/payment_intents/${intent?.id}`;
  expect(books.call(path, { client_secret: `${intent?.client_secret}` }).id).toBe(intent?.id);
  expect(() => books.call(path, { client_secret: `${intent?.id}_secret_of_another` })).toThrow(
    `No such payment_intent: '${intent?.id}'`,
  );
});

test('a subscription has one discount: a coupon and a promotion code together are refused', async () => {
  const books = await openBooks(start);
  books.giveCard(good);
  const both = { 'discounts[0][coupon]': 'spring', 'discounts[0][promotion_code]': 'promo_1' };
  expect(() => books.subscribe(both)).toThrow('Pass a coupon or a promotion code.');
});

/** A Stripe account of the stand-in, without a server and with a manual clock; its customer has no card yet. */
async function openBooks(time: string) {
  const store = await openStore();
  onTestFinished(() => store.close());
  const account = new Account(store, 'http://stripe.test');
  let now = seconds(time);
  const at = <Result>(work: () => Result) => account.runAt(now, work);
  const call = <Answer = StripeObject>(signature: string, fields?: Record<string, string>) =>
    at(() => {
      try {
        return callApi<Answer>(account, signature, fields);
      } finally {
        runDue(account);
      }
    });
  /** Does on the way what is due. */
  const wait = (duration: number) => {
    const target = now + duration;
    const next = () => at(() => findNextDueTime(account));
    for (let due = next(); due !== undefined && due <= target; due = next()) {
      now = due;
      at(() => runDue(account));
    }
    now = target;
  };
  const product = call('POST /v1/products', { name: 'Premium' }).id;
  const monthly = { product, currency: 'usd', unit_amount: '499', 'recurring[interval]': 'month' };
  const { id: price } = call('POST /v1/prices', monthly);
  const { id: customer } = call('POST /v1/customers');
  return {
    account,
    call,
    /** The customer's new default card. */
    giveCard: (token: string) => {
      const { id } = call(`POST /v1/payment_methods/${token}/attach`, { customer });
      call(`POST /v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': id });
    },
    subscribe: (fields?: Record<string, string>) =>
      call<Subscription>('POST /v1/subscriptions', {
        customer,
        'items[0][price]': price,
        ...fields,
      }),
    moveTo: (target: string) => wait(seconds(target) - now),
    wait,
    now: () => now,
    /** Payments such as `2026-01-22T11:00:00.000Z 499`, oldest first. */
    charges: () =>
      account
        .all('invoice')
        .filter(({ amount_paid }) => amount_paid > 0)
        .map(({ status_transitions, amount_paid }) => {
          return `${new Date((status_transitions.paid_at ?? 0) * 1_000).toISOString()} ${amount_paid}`;
        }),
  };
}

function seconds(time: string): number {
  return Date.parse(time) / 1_000;
}
