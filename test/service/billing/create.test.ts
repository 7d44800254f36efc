import { ClientRequest } from 'node:http';
import pLimit from 'p-limit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { documentClient } from '../../../functions/tables/client.ts';
import { planIds, plans } from '../../../shared/plans.ts';
import { call, premium, rightAfter, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { visa } from '../../support/people/cards.ts';

const buyers = await startBuyers();
const { user, item, items, remove, logged } = buyers;
const { stripe, calls, keys, secrets, intercept, giveCard, create, signal, subscribe, profile } = buyers;

afterEach(() => vi.useRealTimers());

describe('a new buyer', () => {
  test.each(planIds)('gets the secret of a form for a card: %s', async (plan) => {
    const ada = await user();
    const { status, body } = await create(ada, { priceId: plan });
    expect([status, Object.keys(body)]).toEqual([200, ['clientSecret']]);

    const { customerId = '', purchase } = await profile(ada);
    const intent = await stripe.setupIntents.retrieve(purchase?.setupIntentId ?? '');
    expect(body.clientSecret).toBe(intent.client_secret);
    expect(intent).toMatchObject({
      customer: customerId,
      status: 'requires_payment_method',
      usage: 'off_session',
      payment_method_types: ['card'],
      metadata: {
        userId: ada.id,
        plan,
        terms: 'trial',
        purchaseId: purchase?.id,
        amountCents: String(plans[plan].amountCents),
        currency: 'usd',
        interval: plans[plan].interval,
        agreedAt: purchase?.startedAt,
      },
    });
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({
      email: `${ada.id}@example.com`,
      metadata: { userId: ada.id },
    });
    expect(await item('users', `CUSTOMER#${customerId}`, 'CUSTOMER')).toMatchObject({ userId: ada.id });
    expect(purchase).toMatchObject({ plan, terms: 'trial', state: 'pending' });
    expect(await stripe.subscriptions.list({ customer: customerId, status: 'all' })).toMatchObject({
      data: [],
    });
    expect(logged()).toContain('"purchase-begun"');
    expect(logged()).not.toContain(body.clientSecret);
  });

  test('gets the same form again for the same plan, and another for the other', async () => {
    const ada = await user();
    const first = await secretOf(ada, { priceId: 'parley_monthly' });
    expect(await secretOf(ada, { priceId: 'parley_monthly' })).toBe(first);
    const other = await secretOf(ada, { priceId: 'parley_annual' });
    expect(other).not.toBe(first);
    expect(await secretOf(ada, { priceId: 'parley_annual' })).toBe(other);
    expect(calls.filter((each) => each === 'POST /v1/customers')).toHaveLength(1);
  });

  test('gets another form half a day later', async () => {
    const ada = await user();
    const first = await secretOf(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 });
    expect(await secretOf({ ...ada, cookies: await freshCookies(ada) })).not.toBe(first);
  });

  test('gets an error if the page shows an old price', async () => {
    const ada = await user();
    const { status, body } = await create(ada, { priceId: 'parley_monthly', amountCents: 399 });
    expect([status, body.error]).toEqual([
      409,
      'The price has changed. Nothing was charged. Reload the page to see the new price, then subscribe again.',
    ]);
    expect(calls).toEqual([]);
    expect((await create(ada, { priceId: 'parley_monthly', amountCents: 499 })).status).toBe(200);
  });

  test('gets another form where the price has changed since', async () => {
    const ada = await user();
    const first = await secretOf(ada);
    const known = await item('users', ada.partition, 'PROFILE');
    await buyers.put('users', { ...known, purchase: { ...(known?.purchase as object), amountCents: 399 } });
    expect(await secretOf(ada)).not.toBe(first);
  });

  test.each([undefined, '', 'parley_weekly', 'price_1', '__proto__', 7])(
    'must name a plan: %s is none',
    async (priceId) => {
      const { status, body } = await create(await user(), { priceId });
      expect([status, body.error]).toEqual([400, 'Choose the monthly or the annual plan.']);
      expect(calls).toEqual([]);
    },
  );
});

describe('a subscriber', () => {
  test.each([
    ['trialing', 'You already have Premium. You won’t be charged twice. See it under Manage Subscription.'],
    ['active', 'You already have Premium. You won’t be charged twice. See it under Manage Subscription.'],
    ['canceled', 'You still have Premium. Nothing was charged. Reactivate it under Manage Subscription.'],
    [
      'past_due',
      'Your last payment failed. Nothing was charged. Update your card under Manage Subscription.',
    ],
  ] as const)('(%s) gets a conflict, and Stripe is not called', async (status, sentence) => {
    const ada = await user({ subscription: { ...premium.subscription, status } });
    const answer = await create(ada);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([409, 'conflict', sentence]);
    expect(calls).toEqual([]);
  });

  test('(canceled) can subscribe again after the end', async () => {
    const subscription = {
      ...premium.subscription,
      status: 'canceled',
      endsAt: '2026-01-01T00:00:00.000Z',
    } as const;
    expect((await create(await user({ subscription }))).status).toBe(200);
  });
});

describe('a buyer who has had the trial', () => {
  const sentence =
    'You’ve already used your free trial. Nothing was charged. Check what you’ll pay today, then subscribe again.';

  test('must agree to be charged today', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    const refused = await create(ada);
    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
    expect(calls).toEqual([]);
    expect((await profile(ada)).purchase).toBeUndefined();

    expect((await create(ada, { priceId: 'parley_monthly', acceptsCharge: true })).status).toBe(200);
    expect((await profile(ada)).purchase).toMatchObject({ terms: 'charged_today' });
  });

  test('gets another form where one for the trial is open', async () => {
    const ada = await user();
    const forTrial = await secretOf(ada);
    const known = await item('users', ada.partition, 'PROFILE');
    await buyers.put('users', { ...known, trialSetupIntentId: 'seti_of_another_tab' });
    const forCharge = await secretOf(ada, { priceId: 'parley_monthly', acceptsCharge: true });
    expect(forCharge).not.toBe(forTrial);
    expect((await profile(ada)).purchase).toMatchObject({ terms: 'charged_today' });
  });

  test('is not charged today while the trial is available', async () => {
    const ada = await user();
    await create(ada, { priceId: 'parley_monthly', acceptsCharge: true });
    expect((await profile(ada)).purchase).toMatchObject({ terms: 'trial' });
  });
});

describe('a saved card', () => {
  const withSavedCard = { priceId: 'parley_monthly', acceptsCharge: true, usesSavedCard: true };

  test('is in the form from the start', async () => {
    await subscribe(await user());
    const eve = await user();
    await subscribe(eve);
    const { paymentMethodId } = (await profile(eve)).purchase ?? {};
    const { status } = await create(eve, withSavedCard);
    const { purchase } = await profile(eve);
    expect([status, purchase?.terms, purchase?.paymentMethodId]).toEqual([
      200,
      'charged_today',
      paymentMethodId,
    ]);
    const intent = await stripe.setupIntents.retrieve(purchase?.setupIntentId ?? '');
    expect([intent.status, intent.payment_method]).toEqual(['requires_confirmation', paymentMethodId]);
  });

  test('is needed for it', async () => {
    const { status, body } = await create(await user(), withSavedCard);
    expect([status, body.error]).toEqual([
      409,
      'We no longer have that card. Nothing was charged. Enter your card again.',
    ]);
  });
});

describe('a purchase that has its card', () => {
  test('is activated first where its webhook is missing', async () => {
    const ada = await user();
    await giveCard(await secretOf(ada), visa);
    const { status, body } = await create(ada);
    expect([status, body.error]).toEqual([
      409,
      'You already have Premium. You won’t be charged twice. See it under Manage Subscription.',
    ]);
    expect(await buyers.subscriptions(ada)).toHaveLength(1);
  });
});

describe('concurrent requests', () => {
  test('of one user make one customer, one form and one subscription', async () => {
    const ada = await user();
    const answers: Awaited<ReturnType<typeof create>>[] = [];
    const atOnce = pLimit(4);
    await Promise.all(Array.from({ length: 12 }, () => atOnce(async () => answers.push(await create(ada)))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const secrets = new Set(answers.map(({ body }) => body.clientSecret as string));
    expect(secrets.size).toBe(1);
    expect(await customersOf(ada)).toHaveLength(1);

    const [secret = ''] = secrets;
    const id = await giveCard(secret, visa);
    await Promise.all(Array.from({ length: 5 }, () => signal('setup_intent.succeeded', { id })));
    expect(await buyers.subscriptions(ada)).toHaveLength(1);
    expect(await items('users', ada.partition)).toHaveLength(1);
  });

  test('that loses an answer is retried with the same result', async () => {
    const ada = await user();
    const lost = new Set<string>();
    intercept(async (each, execute) => {
      const reply = await execute();
      if (lost.has(each)) return reply;
      lost.add(each);
      return 'reset';
    });
    expect((await create(ada)).status).toBe(200);
    expect(lost).toEqual(new Set(['POST /v1/customers', 'POST /v1/setup_intents']));
    expect(await customersOf(ada)).toHaveLength(1);
  });

  test('without an answer fails after two times six seconds', async () => {
    const waits = hurry();
    intercept(async () => 'hang');
    const { status, body } = await create(await user());
    expect([status, body.code, body.error]).toEqual([
      504,
      'provider_timeout',
      'The payment service took too long. You won’t be charged twice. Please try again.',
    ]);
    expect(waits).toEqual([6_000, 6_000]);
  });
});

describe('without valid keys', () => {
  afterEach(() => {
    secrets.value = JSON.stringify(keys);
    // A later import reads them again.
    vi.resetModules();
  });

  test('they are read again a minute later', async () => {
    const create = await newFunction();
    const ada = await user();
    secrets.value = JSON.stringify({ ...keys, secretKey: 'sk_test_revoked' });
    secrets.reads = 0;
    const refused = await create(ada);
    expect([refused.status, refused.body.code]).toEqual([503, 'payments_unavailable']);
    secrets.value = JSON.stringify(keys);
    vi.advanceTimersByTime(60_001);
    expect((await create(ada)).status).toBe(200);
    expect(secrets.reads).toBe(2);
  });
});

describe('an account that is deleted concurrently', () => {
  test('gets no form, and is not created again', async () => {
    const ada = await user();
    intercept(async (_call, execute) => {
      await remove('users', ada.partition, 'PROFILE');
      return execute();
    });
    const { status, body } = await create(ada);
    expect([status, body.code]).toEqual([401, 'account_deleted']);
    expect(await items('users', ada.partition)).toEqual([]);
  });

  test('gets no form after its customer was made', async () => {
    const ada = await user();
    rightAfter(documentClient, 'UpdateItemCommand', () => remove('users', ada.partition, 'PROFILE'));
    expect((await create(ada)).status).toBe(401);
    expect(await items('users', ada.partition)).toEqual([]);
  });
});

async function secretOf(someone: Someone, body?: object): Promise<string> {
  const answer = await create(someone, body);
  expect(answer.status).toBe(200);
  return answer.body.clientSecret;
}

async function customersOf({ id }: Someone): Promise<string[]> {
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  return customers.filter(({ metadata }) => metadata.userId === id).map((customer) => customer.id);
}

/** Sessions live an hour. */
async function freshCookies({ id }: Someone): Promise<string[]> {
  return [`__Host-parley_access=${await buyers.issuer.mint({ sub: id })}`];
}

/** The endpoint in a new process with a stopped clock. */
async function newFunction() {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  const { handler } = await import('../../../functions/billing/create.ts');
  const request = { method: 'POST', path: '/api/create-subscription', body: { priceId: 'parley_monthly' } };
  return (someone: Someone) => call(handler, request, someone);
}

/** Lets requests wait for a hundredth of their time. @returns their times, in milliseconds */
function hurry(): number[] {
  const waits: number[] = [];
  const { setTimeout } = ClientRequest.prototype;
  vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
    this: ClientRequest,
    ms,
    late,
  ) {
    if (late && ms === 6_000) waits.push(ms);
    return setTimeout.call(this, ms === 6_000 ? 60 : ms, late);
  });
  return waits;
}
