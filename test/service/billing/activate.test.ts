import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifyPayment } from '../../../infra/local/stripe/billing/collection.ts';
import { verifySetup } from '../../../infra/local/stripe/cards/setup-intents.ts';
import type { Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { cardWithoutFunds, mastercard, visa } from '../../support/people/cards.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, all, logged } = buyers;
const { stripe, calls, intercept, giveCard, advance } = buyers;
const { create, send, signal, subscribe, status, profile, subscriptions, paid } = buyers;

const dayMs = 86_400_000;
const chargedToday = { priceId: 'parley_monthly', acceptsCharge: true };

afterEach(() => vi.useRealTimers());

describe('a given card', () => {
  test('starts the trial: seven days, and no charge', async () => {
    const ada = await user();
    const setupIntentId = await subscribe(ada);
    const [subscription, ...others] = await subscriptions(ada);
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata: { userId: ada.id, setupIntentId },
      items: { data: [{ price: { lookup_key: 'parley_monthly' }, quantity: 1 }] },
      cancel_at_period_end: false,
      cancel_at: null,
    });
    const trialEnd = (subscription?.trial_end ?? 0) * 1_000;
    expect(Math.abs(trialEnd - (buyers.now() + 7 * dayMs))).toBeLessThan(60_000);
    expect(await paid(ada)).toEqual([]);

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
    expect(known.trialSetupIntentId).toBe(setupIntentId);
    expect(known).not.toHaveProperty('purchase');
    expect(known).not.toHaveProperty('purchaseLock');
  });

  test('is activated by a status request that is faster than the webhook', async () => {
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
});

describe('a pending purchase', () => {
  const waiting = { state: 'pending', plan: 'parley_monthly', card: null, discount: null };

  test('is looked up at Stripe for an hour', async () => {
    const ada = await user();
    await create(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    const later = { ...ada, cookies: [`__Host-parley_access=${await buyers.issuer.mint({ sub: ada.id })}`] };
    const before = calls.length;
    await status(later);
    expect(calls.slice(before)).toEqual([]);
  });

  test('does not fail the status where Stripe does not answer', async () => {
    const ada = await user();
    await create(ada);
    intercept(async () => outage);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', purchase: waiting, limit: 10 });
    expect(logged()).toContain('"activation-failed"');
    expect(logged()).not.toContain('said by Stripe');
  });
});

describe('a card that has had the trial', () => {
  test('is saved and not charged, and the page asks again', async () => {
    await subscribe(await user());
    const ada = await user();
    await subscribe(ada);
    expect(await subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      purchase: { state: 'card_had_trial', plan: 'parley_monthly', card: { brand: 'visa', last4: '4242' } },
      trialAvailable: false,
    });
    expect(logged()).toContain('"outcome":"card-had-trial"');
    // Nor is one offered while another card is entered, or for it.
    expect((await create(ada)).status).toBe(409);
    await create(ada, chargedToday);
    expect(await status(ada)).toMatchObject({ purchase: { state: 'pending' }, trialAvailable: false });
  });
});

describe('a first charge that is declined', () => {
  test('stays declined, however often the webhook arrives', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    const id = await subscribe(ada, { card: cardWithoutFunds, body: chargedToday });
    for (let time = 0; time < 3; time += 1) await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ purchase: { state: 'payment_failed' } });
  });
});

describe('a first charge that needs authentication', () => {
  const savedCard = { ...chargedToday, usesSavedCard: true };

  async function asked() {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    const { body } = await create(ada, chargedToday);
    const id = body.clientSecret.split('_secret_')[0];
    await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      return_url: 'https://parley.example/',
    });
    await buyers.perform(() => verifySetup(buyers.account, id, body.clientSecret, true));
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await status(ada)).toMatchObject({ isPremium: false, purchase: { state: 'confirmation_needed' } });
    const { body: begun } = await create(ada, savedCard);
    return {
      ada,
      secret: String(begun.clientSecret),
      payment: String(begun.clientSecret).split('_secret_')[0] ?? '',
    };
  }

  test('gives Premium once confirmed, before the webhook', async () => {
    const { ada, secret, payment } = await asked();
    expect(await paid(ada)).toEqual([]);
    await buyers.perform(() => verifyPayment(buyers.account, payment, secret, true));
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      isPremium: true,
      purchase: null,
    });
    expect(await paid(ada)).toEqual([499]);
    expect(logged()).toContain('"outcome":"confirmation-needed"');
  });

  test('fails if the buyer refuses', async () => {
    const { ada, secret, payment } = await asked();
    await buyers.perform(() => verifyPayment(buyers.account, payment, secret, false));
    expect(await status(ada)).toMatchObject({ isPremium: false, purchase: { state: 'payment_failed' } });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
  });

  test('fails after a day without confirmation', async () => {
    const { ada } = await asked();
    await advance(1);
    const { customerId } = await profile(ada);
    await signal('customer.subscription.updated', { id: 'sub_1', customer: customerId });
    expect((await profile(ada)).purchase).toMatchObject({ state: 'payment_failed' });
    expect(await paid(ada)).toEqual([]);
  });

  test('cannot be confirmed after a payment with another card', async () => {
    const { ada, secret, payment } = await asked();
    await subscribe(ada, { body: chargedToday });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active' });
    await expect(buyers.perform(() => verifyPayment(buyers.account, payment, secret, true))).rejects.toThrow(
      'is not waiting',
    );
    expect(await paid(ada)).toEqual([499]);
  });

  test('that another tab has confirmed is not charged twice', async () => {
    const { ada, secret, payment } = await asked();
    const { body } = await create(ada, chargedToday);
    await buyers.perform(() => verifyPayment(buyers.account, payment, secret, true));
    const id = await giveCard(body.clientSecret, visa);
    await signal('setup_intent.succeeded', { id });
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', purchase: null });
  });
});

describe('terms without consent within a day charge nothing, and need new consent', () => {
  test('and are paid once agreed', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    const id = await giveCardOf(ada, visa, chargedToday);
    await stripe.setupIntents.update(id, { metadata: { amountCents: '399' } });
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({ isPremium: false, purchase: { state: 'terms_outdated' } });
    expect(logged()).toContain('"outcome":"terms-outdated"');

    await subscribe(ada, { body: chargedToday });
    expect(await paid(ada)).toEqual([499]);
  });

  test('without using up the trial', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    await stripe.setupIntents.update(id, { metadata: { amountCents: '399' } });
    await signal('setup_intent.succeeded', { id });
    expect(await status(ada)).toMatchObject({
      purchase: { state: 'terms_outdated' },
      trialAvailable: true,
    });
    await subscribe(ada);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
  });

  test('while an earlier subscription stays', async () => {
    const ada = await user();
    const id = await subscribe(ada);
    await stripe.setupIntents.update(id, { metadata: { amountCents: '399' } });
    await signal('setup_intent.succeeded', { id });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
  });
});

describe('a card’s webhook', () => {
  test('waits for another purchase’s lock, which expires after a minute', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    const item = await buyers.item('users', ada.partition, 'PROFILE');
    await buyers.put('users', {
      ...item,
      purchaseLock: { setupIntentId: 'seti_other', until: Date.now() + 60_000 },
    });
    const refused = await signal('setup_intent.succeeded', { id });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await subscriptions(ada)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('makes no subscription after the lock has expired, but the next time', async () => {
    const ada = await user();
    const id = await giveCardOf(ada, visa);
    intercept(async (call, execute) => {
      const reply = await execute();
      if (call.startsWith('POST /v1/customers/')) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
      }
      return reply;
    });
    const late = await signal('setup_intent.succeeded', { id });
    expect([late.status, late.body.code]).toEqual([504, 'provider_timeout']);
    expect(await subscriptions(ada)).toEqual([]);
    intercept();
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('makes no second subscription after the first has ended', async () => {
    const ada = await user();
    const id = await subscribe(ada);
    for (const each of await subscriptions(ada)) await stripe.subscriptions.cancel(each.id);
    await advance(2);
    await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'canceled' }]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', purchase: null });
  });

  test('is ignored for other products in the Stripe account', async () => {
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

  test('does nothing before Stripe has the card', async () => {
    const ada = await user();
    await create(ada);
    const id = (await profile(ada)).purchase?.setupIntentId ?? '';
    expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
    expect(await subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({ purchase: { state: 'pending' } });
  });
});

describe('an interrupted activation is completed by the next one', () => {
  const trialUsed = { trialSetupIntentId: 'seti_earlier' };

  test.each([
    ['a trial', { card: visa, before: {}, status: 'trialing', charges: [] }],
    ['a charge', { card: mastercard, before: trialUsed, status: 'active', charges: [499] }],
    ['a declined charge', { card: cardWithoutFunds, before: trialUsed, status: 'free', charges: [] }],
  ])('with %s', async (_what, { card, before, status: expected, charges }) => {
    let hasDied = true;
    // The proof kills it anywhere.
    for (let step = 1; hasDied; step += 5) {
      const ada = await user(before);
      const id = await giveCardOf(ada, card, chargedToday);
      const data = { object: { id, customer: (await profile(ada)).customerId } };
      const event = { id: `evt_${id}`, type: 'setup_intent.succeeded', livemode: false, data };
      hasDied = await buyers.dyingBefore(step, async () => (await send(event)).status !== 200);
      expect((await send(event)).status, `step ${step}`).toBe(200);

      const { subscription, trialSetupIntentId: trial, purchaseLock, purchase } = await profile(ada);
      expect(
        { status: subscription?.status ?? 'free', trial, purchaseLock, purchase: purchase?.state },
        `step ${step}`,
      ).toEqual({
        status: expected,
        trial: before === trialUsed ? 'seti_earlier' : id,
        purchaseLock: undefined,
        purchase: card === cardWithoutFunds ? 'payment_failed' : undefined,
      });
      const made = await subscriptions(ada);
      expect([made.length, made[0]?.status === 'incomplete'], `step ${step}`).toEqual([1, false]);
      expect(await paid(ada), `step ${step}`).toEqual(charges);
      await buyers.deleteTrials();
      expect(step).toBeLessThan(40);
    }
  });
});

/** Gives a card without its webhook. @returns the SetupIntent's id */
async function giveCardOf(someone: Someone, card: string, body?: object): Promise<string> {
  const answer = await create(someone, body);
  expect(answer.status).toBe(200);
  return giveCard(answer.body.clientSecret, card);
}
