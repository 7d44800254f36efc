import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Someone } from '../../support/handlers/in-process.ts';
import { type Profile, startBuyers } from '../../support/people/buyers.ts';
import { amex, mastercard, poorCard, visa } from '../../support/people/cards.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, items, all, remove, logged } = buyers;
const { stripe, calls, meddle, giveCard, eventsOf, advance } = buyers;
const { create, send, signal, subscribe, status, profile, subscriptions } = buyers;

const dayMs = 86_400_000;
const chargedToday = { priceId: 'parley_monthly', chargedToday: true };

afterEach(() => vi.useRealTimers());

describe('a card that was given', () => {
  test('begins the trial: seven days, and no charge', async () => {
    const ada = await user();
    const setupIntentId = await subscribe(ada);
    const [subscription, ...others] = await subscriptions(ada);
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata: { userId: ada.id, plan: 'parley_monthly', setupIntentId },
      items: { data: [{ price: { lookup_key: 'parley_monthly' }, quantity: 1 }] },
      cancel_at_period_end: false,
      cancel_at: null,
    });
    const trialEnd = (subscription?.trial_end ?? 0) * 1_000;
    expect(Math.abs(trialEnd - (buyers.now() + 7 * dayMs))).toBeLessThan(60_000);
    expect(await chargesOf(ada)).toEqual([]);

    const trialEndsAt = new Date(trialEnd).toISOString();
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'trialing',
      isPremium: true,
      subscriptionPlan: 'parley_monthly',
      trialEndsAt,
      subscriptionEndsAt: trialEndsAt,
      nextCharge: { at: trialEndsAt, amountCents: 499, currency: 'usd' },
      purchase: null,
      limit: null,
      trialAvailable: false,
    });
    const known = await profile(ada);
    expect(known.trialOf).toBe(setupIntentId);
    expect(known).not.toHaveProperty('purchase');
    expect(known).not.toHaveProperty('opening');
  });

  test('is the one that is charged when the trial is over', async () => {
    const ada = await user();
    await subscribe(ada, { body: { priceId: 'parley_annual' } });
    const customer = await stripe.customers.retrieve((await profile(ada)).customerId ?? '');
    expect(customer).toMatchObject({
      invoice_settings: { default_payment_method: (await cardsOf(ada))[0] },
    });
    await advance(7.1);
    expect(await chargesOf(ada)).toEqual([3_999]);
    for (const event of await eventsOf(customer.id)) await send(event);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'parley_annual',
      nextCharge: { amountCents: 3_999 },
    });
  });

  test('is noticed by whoever asks for the status, before Stripe tells of it', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'trialing',
      isPremium: true,
      purchase: null,
      limit: null,
    });
    const before = await profile(ada);
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toHaveLength(1);
    expect((await profile(ada)).subscription).toEqual(before.subscription);
  });

  test('is followed when it comes by both ways at once', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    const ways = [() => status(ada), () => signal('setup_intent.succeeded', { id })];
    await Promise.all(Array.from({ length: 10 }, (_, index) => ways[index % 2]?.()));
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
  });

  test('is nothing to an account that has gone', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    const { customerId = '' } = await profile(ada);
    await remove('users', ada.partition, 'PROFILE');
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await items('users', ada.partition)).toEqual([]);
    expect((await stripe.subscriptions.list({ customer: customerId, status: 'all' })).data).toEqual([]);
  });
});

describe('a purchase that waits for its card', () => {
  const waiting = { state: 'pending', plan: 'parley_monthly', card: null };

  test('says so', async () => {
    const ada = await user();
    await create(ada);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      purchase: waiting,
      trialAvailable: true,
      limit: 10,
    });
  });

  test('is asked after for an hour', async () => {
    const ada = await user();
    await create(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    const later = { ...ada, cookies: [`__Host-parley_access=${await buyers.issuer.mint({ sub: ada.id })}`] };
    const before = calls.length;
    await status(later);
    expect(calls.slice(before)).toEqual([]);
  });

  test('troubles nobody where Stripe does not answer', async () => {
    const ada = await user();
    await create(ada);
    meddle(async () => outage);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', purchase: waiting, limit: 10 });
    expect(logged()).toContain('"activation-failed"');
    expect(logged()).not.toContain('said by Stripe');
  });
});

describe('a card that has had its trial', () => {
  test('is kept and charged nothing, and the page asks once more', async () => {
    await subscribe(await user());
    const ada = await user();
    await subscribe(ada);
    expect(await subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      purchase: { state: 'card_had_trial', plan: 'parley_monthly', card: { brand: 'visa', last4: '4242' } },
    });
    expect(logged()).toContain('"outcome":"card-had-trial"');
  });

  test('is charged today by whoever says so, once', async () => {
    await subscribe(await user());
    const ada = await user();
    await subscribe(ada);
    const { body } = await create(ada, { ...chargedToday, savedCard: true });
    const id = await giveCard(body.clientSecret);
    expect(await chargesOf(ada)).toEqual([]);
    for (let time = 0; time < 3; time += 1) await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'active', trial_start: null }]);
    expect(await chargesOf(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      isPremium: true,
      trialEndsAt: null,
      purchase: null,
    });
  });

  test('is charged nothing where only the trial was agreed to, whoever has taken the trial meanwhile', async () => {
    const [ada, alias] = [await user({ email: 'ada@gmail.com' }), await user({ email: 'ada+two@gmail.com' })];
    const [first, second] = [await giveCardOf(ada, visa), await giveCardOf(alias, mastercard)];
    await signal('setup_intent.succeeded', { id: first });
    await signal('setup_intent.succeeded', { id: second });
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await subscriptions(alias)).toEqual([]);
    expect(await status(alias)).toMatchObject({
      purchase: { state: 'card_had_trial' },
      trialAvailable: false,
    });
  });

  test('can be left for one that has not', async () => {
    await subscribe(await user(), { card: visa });
    const ada = await user();
    await subscribe(ada, { card: visa });
    await subscribe(ada, { card: amex });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'trialing' }]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
  });
});

describe('a first charge that is declined', () => {
  test('leaves nothing: no subscription that may be charged later, and no Premium', async () => {
    const ada = await user({ trialOf: 'seti_earlier' });
    await subscribe(ada, { card: poorCard, body: chargedToday });
    const [subscription] = await subscriptions(ada);
    expect(['canceled', 'incomplete_expired']).toContain(subscription?.status);
    expect(await chargesOf(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      nextCharge: null,
      purchase: { state: 'payment_failed', plan: 'parley_monthly', card: { last4: '0341' } },
    });
  });

  test('can be tried again with another card', async () => {
    const ada = await user({ trialOf: 'seti_earlier' });
    await subscribe(ada, { card: poorCard, body: chargedToday });
    await subscribe(ada, { card: visa, body: chargedToday });
    expect(await chargesOf(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', purchase: null });
  });

  test('stays declined, however often Stripe tells of the card', async () => {
    const ada = await user({ trialOf: 'seti_earlier' });
    const id = await subscribe(ada, { card: poorCard, body: chargedToday });
    for (let time = 0; time < 3; time += 1) await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ purchase: { state: 'payment_failed' } });
  });
});

describe('signals about cards', () => {
  test('make one subscription when two of one user come at once', async () => {
    const ada = await user();
    const first = await giveCardOf(ada, visa);
    const second = await giveCardOfAnotherTab(ada, amex, { priceId: 'parley_annual' });
    await Promise.all([first, second].map(untilHeard));
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
  });

  test('charge one of two that were agreed to at once', async () => {
    const ada = await user({ trialOf: 'seti_earlier' });
    const first = await giveCardOf(ada, visa, chargedToday);
    const second = await giveCardOfAnotherTab(ada, amex, { ...chargedToday, priceId: 'parley_annual' });
    await Promise.all([first, second].map(untilHeard));
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await chargesOf(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', purchase: null });
  });

  test('wait for the other purchase, unless it has died a minute ago', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    const item = await buyers.item('users', ada.partition, 'PROFILE');
    await buyers.put('users', {
      ...item,
      opening: { setupIntentId: 'seti_other', until: Date.now() + 60_000 },
    });
    const refused = await signal('setup_intent.succeeded', { id });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await subscriptions(ada)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('make no subscription when Stripe was so slow that another purchase may begin, but the next time', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    meddle(async (call, carryOut) => {
      const reply = await carryOut();
      if (call.startsWith('POST /v1/customers/')) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
      }
      return reply;
    });
    const late = await signal('setup_intent.succeeded', { id });
    expect([late.status, late.body.code]).toEqual([504, 'provider_timeout']);
    expect(await subscriptions(ada)).toEqual([]);
    meddle();
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('make no second subscription days later, when Stripe has forgotten what it was asked', async () => {
    const ada = await user();
    const id = await subscribe(ada);
    await advance(2);
    await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('make no second subscription when the first is over', async () => {
    const ada = await user();
    const id = await subscribe(ada);
    for (const each of await subscriptions(ada)) await stripe.subscriptions.cancel(each.id);
    await advance(2);
    await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', purchase: null });
  });

  test('of other products in the account are nobody’s business here', async () => {
    const customer = await stripe.customers.create({ email: 'somebody@example.com' });
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      metadata: { userId: 'somebody', plan: 'other_product' },
      allowed_payment_method_types: ['card'],
    });
    const id = await giveCard(intent.client_secret ?? '', visa);
    const before = await all('users');
    expect((await signal('setup_intent.succeeded', { id, customer: customer.id })).status).toBe(200);
    expect((await all('users')).filter(({ pk }) => !`${pk}`.startsWith('EVENT#'))).toEqual(
      before.filter(({ pk }) => !`${pk}`.startsWith('EVENT#')),
    );
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });

  test('that come before Stripe has the card do nothing yet', async () => {
    const ada = await user();
    await create(ada);
    const id = (await profile(ada)).purchase?.setupIntentId ?? '';
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({ purchase: { state: 'pending' } });
  });
});

describe('a function that dies before any of its steps leaves what the next one ends well', () => {
  const trialUsed = { trialOf: 'seti_earlier' };

  test.each([
    ['a trial', { card: visa, before: {}, status: 'trialing', charges: [] }],
    ['a charge', { card: mastercard, before: trialUsed, status: 'active', charges: [499] }],
    ['a declined charge', { card: poorCard, before: trialUsed, status: 'free', charges: [] }],
  ])(
    'on the way to %s',
    async (_what, { card, before, status: expected, charges }) => {
      let hasDied = true;
      for (let step = 1; hasDied; step += 1) {
        const ada = await user(before);
        const id = await giveCardOf(ada, card, chargedToday);
        const data = { object: { id, customer: (await profile(ada)).customerId } };
        const event = { id: `evt_${id}`, type: 'setup_intent.succeeded', livemode: false, data };
        hasDied = await buyers.dyingBefore(step, async () => (await send(event)).status !== 200);
        expect((await send(event)).status, `step ${step}`).toBe(200);

        const { subscription, trialOf, opening, purchase } = await profile(ada);
        expect(
          { status: subscription?.status ?? 'free', trialOf, opening, purchase: purchase?.state },
          `step ${step}`,
        ).toEqual({
          status: expected,
          trialOf: before === trialUsed ? 'seti_earlier' : id,
          opening: undefined,
          purchase: card === poorCard ? 'payment_failed' : undefined,
        });
        const made = await subscriptions(ada);
        expect([made.length, made[0]?.status === 'incomplete'], `step ${step}`).toEqual([1, false]);
        expect(await chargesOf(ada), `step ${step}`).toEqual(charges);
        await buyers.forgetTrials();
        expect(step).toBeLessThan(40);
      }
    },
    30_000,
  );
});

/** Somebody gives a card, and Stripe has not told of it yet. @returns the SetupIntent's id */
async function giveCardOf(someone: Someone, card: string, body?: object): Promise<string> {
  const answer = await create(someone, body);
  expect(answer.status).toBe(200);
  return giveCard(answer.body.clientSecret, card);
}

/** The same by a form of another tab, which was there before. */
async function giveCardOfAnotherTab(someone: Someone, card: string, body: object): Promise<string> {
  const { purchase, ...rest } = (await buyers.item('users', someone.partition, 'PROFILE')) as Profile;
  await buyers.put('users', { ...rest });
  return giveCardOf(someone, card, body);
}

/** Stripe tells of a card until it is heard. */
async function untilHeard(id: string): Promise<void> {
  for (let time = 0; time < 50; time += 1) {
    if ((await signal('setup_intent.succeeded', { id })).status === 200) return;
  }
  throw new Error('It was never heard.');
}

/** In cents, each payment above zero. */
async function chargesOf(someone: Someone): Promise<number[]> {
  const { customerId = '' } = await profile(someone);
  const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 });
  return data.map(({ amount_paid }) => amount_paid).filter((cents) => cents > 0);
}

async function cardsOf(someone: Someone): Promise<string[]> {
  const { customerId = '' } = await profile(someone);
  const { data } = await stripe.paymentMethods.list({ customer: customerId });
  return data.map(({ id }) => id);
}
