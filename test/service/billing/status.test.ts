import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/billing/status.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem, Purchase, Subscription } from '../../../functions/tables/users.ts';
import { free } from '../../support/component/statuses.ts';
import { premium, startInProcess } from '../../support/handlers/in-process.ts';
import { call } from '../../support/handlers/jar.ts';
import { startLossyProxy } from '../../support/parley/provider-proxy.ts';

const backend = await startInProcess();
const proxy = await startLossyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);

const noon = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  proxy.actions.length = 0;
});

afterEach(() => vi.useRealTimers());

describe('a guest', () => {
  test('without a cookie has all translations left, and gets a cookie', async () => {
    const answer = await call(handler, { path });
    const unused = { translationsUsed: 0, translationsRemaining: 3, limit: 3 };
    expect(answer.json()).toEqual({ ...free, ...unused, isGuest: true });
    expect(answer.cookies.get('guest')?.value).toMatch(/^[0-9A-Z]{26}\./);
  });

  test('sees the total use, on any day', async () => {
    const guest = (await call(handler, { path })).cookies.get('guest')?.value ?? '';
    await putUsage({ pk: `GUEST#${guest.split('.')[0]}`, sk: 'ALL', used: 2 });
    vi.setSystemTime(noon + 3 * dayMs);
    const answer = await call(handler, { path, cookies: { guest } });
    expect(answer.json()).toMatchObject({ translationsUsed: 2, translationsRemaining: 1, resetsAt: null });
    expect(answer.cookies.get('guest')).toBeUndefined();
  });
});

describe('a free account', () => {
  test('sees today’s translations and when they reset', async () => {
    const user = await newUser();
    await putUsage({ pk: user.pk, sk: '2026-11-20', used: 4 });
    await putUsage({ pk: user.pk, sk: '2026-11-19', used: 10 });
    expect(await user.status()).toMatchObject({
      translationsUsed: 4,
      translationsRemaining: 6,
      limit: 10,
      resetsAt: '2026-11-21T00:00:00.000Z',
      isGuest: false,
      trialAvailable: true,
    });
  });

  test('does not count lapsed translations', async () => {
    const user = await newUser();
    const grant = { fingerprint: 'a', begunAt: noon, windowStart: noon, characters: 5, version: 'one' };
    await putUsage({
      pk: user.pk,
      sk: '2026-11-20',
      used: 4,
      g_open: { ...grant, runs: { a: noon + 1 } },
      g_answered: { ...grant, runs: { a: 'answered', b: noon - 1 } },
      g_dead: { ...grant, runs: { a: noon } },
      g_failed: { ...grant, runs: { a: 'failed', b: noon - 1 } },
    });
    expect(await user.status()).toMatchObject({ translationsUsed: 2, translationsRemaining: 8 });
  });

  test('needs two reads beside the profile, and Premium one', async () => {
    for (const [user, reads] of [
      [await newUser(), 3],
      [await newUser(premium.subscription), 2],
    ] as const) {
      proxy.actions.length = 0;
      await user.status();
      expect(proxy.actions).toEqual(Array(reads).fill('GetItem'));
    }
  });
});

describe('a subscription', () => {
  const active: Subscription = {
    status: 'trialing',
    isPremium: true,
    plan: 'parley_annual',
    trialEndsAt: '2026-11-25T12:00:00.000Z',
    endsAt: '2026-11-25T12:00:00.000Z',
    nextCharge: { at: '2026-11-25T12:00:00.000Z', amountCents: 3_999, priceCents: 3_999, currency: 'usd' },
  };

  test('has no limit, and no second trial', async () => {
    const user = await newUser(active);
    expect(await user.status()).toEqual({
      subscriptionStatus: 'trialing',
      isPremium: true,
      subscriptionPlan: 'parley_annual',
      trialEndsAt: '2026-11-25T12:00:00.000Z',
      subscriptionEndsAt: '2026-11-25T12:00:00.000Z',
      isDisputed: false,
      needsConfirmation: false,
      due: null,
      nextCharge: { at: '2026-11-25T12:00:00.000Z', amountCents: 3_999, priceCents: 3_999, currency: 'usd' },
      purchase: null,
      translationsUsed: 0,
      translationsRemaining: null,
      limit: null,
      resetsAt: null,
      fairUse: [],
      isGuest: false,
      trialAvailable: false,
    });
  });

  test('says what is nearly used up of a trial, and of a month', async () => {
    const trial = await newUser(active);
    await putUsage({ pk: trial.pk, sk: '2026-11', characters: 56_000, speechSeconds: 3_300 });
    expect((await trial.status()).fairUse).toEqual([
      { of: 'voice', leftPercent: 8, until: '2026-11-25T12:00:00.000Z' },
    ]);
    const paying = await newUser({ ...active, status: 'active', trialEndsAt: null });
    const month = { characters: 320_001, speechSeconds: 8_640, spokenCharacters: 250_000 };
    await putUsage({ pk: paying.pk, sk: '2026-11', ...month });
    await putUsage({ pk: paying.pk, sk: '2026-10', speechSeconds: 10_800 });
    const until = '2026-12-01T00:00:00.000Z';
    expect((await paying.status()).fairUse).toEqual([
      { of: 'text', leftPercent: 19, until },
      { of: 'reading', leftPercent: 0, until },
    ]);
  });

  test('that is canceled is Premium until it ends, then free', async () => {
    const user = await newUser({ ...active, status: 'canceled' }, { trialSetupIntentId: 'seti_1' });
    expect(await user.status()).toMatchObject({
      subscriptionStatus: 'canceled',
      isPremium: true,
      limit: null,
    });
    vi.setSystemTime('2026-11-25T12:00:00Z');
    expect(await user.status()).toMatchObject({
      subscriptionStatus: 'free',
      isPremium: false,
      limit: 10,
      trialAvailable: false,
    });
  });
});

describe('a purchase', () => {
  const purchase: Purchase = {
    id: 'purchase-1',
    plan: 'parley_annual',
    terms: 'trial',
    amountCents: 3_999,
    state: 'pending',
    startedAt: '2026-11-20T11:00:00.000Z',
  };
  const card = { brand: 'visa', last4: '4242' };
  const discount = { code: 'SAVE50', amountCents: 2_000, payments: 1 };

  test.each([
    [purchase, { state: 'pending', plan: 'parley_annual', card: null, discount: null }],
    [
      {
        ...purchase,
        state: 'card_had_trial',
        card,
        paymentMethodId: 'pm_1',
        setupIntentId: 'seti_1',
        discount: { promotionCodeId: 'promo_1', ...discount },
      },
      { state: 'card_had_trial', plan: 'parley_annual', card, discount },
    ],
    [
      { ...purchase, state: 'payment_failed', card, setupIntentId: 'seti_1' },
      { state: 'payment_failed', plan: 'parley_annual', card, discount: null },
    ],
  ] as const)('is shown with only its plan, card and discount (%#)', async (known, told) => {
    const user = await newUser(undefined, { purchase: known });
    expect(await user.status()).toMatchObject({ subscriptionStatus: 'free', purchase: told });
    expect((await user.status()).purchase).toEqual(told);
  });

  test.each(['trialing', 'active', 'canceled', 'past_due'] as const)(
    'is hidden while the subscription is %s',
    async (status) => {
      const subscription = { ...premium.subscription, status };
      const user = await newUser(subscription, { purchase: { ...purchase, state: 'payment_failed' } });
      expect(await user.status()).toMatchObject({ subscriptionStatus: status, purchase: null });
    },
  );
});

async function newUser(subscription?: Subscription, profile: Partial<ProfileItem> = {}) {
  const { id, counters } = await backend.user({ ...profile, ...(subscription && { subscription }) });
  return {
    pk: counters,
    status: async () => {
      const access = await backend.issuer.mint({ sub: id });
      return (await call(handler, { path, cookies: { access } })).json();
    },
  };
}

async function putUsage(item: { pk: string; sk: string; [name: string]: unknown }) {
  await documentClient.send(
    new PutCommand({ TableName: 'usage', Item: { ...item, expiresAt: 1_900_000_000 } }),
  );
}

const path = '/api/subscription-status';
const dayMs = 86_400_000;
