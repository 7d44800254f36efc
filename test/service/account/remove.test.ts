import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { handler } from '../../../functions/account/remove.ts';
import type { User } from '../../../functions/request/caller.ts';
import { handler as saveHandler } from '../../../functions/settings/save.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { grantTranslation } from '../../../functions/translation/allowance/allowance.ts';
import { recordTranslation } from '../../../functions/translation/history/history.ts';
import { beforeRequests, breaks, call, rightAfter, type Someone } from '../../support/handlers/in-process.ts';
import { listen } from '../../support/parley/local.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { visa } from '../../support/people/cards.ts';
import { historyItem, idsInOrder, newTranslation } from '../../support/people/histories.ts';
import { otherSettings as settings } from '../../support/people/profiles.ts';
import { signIn, signUp, visit } from '../../support/people/session.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, guest, item, items, all, put, logged } = buyers;
const { stripe, intercept, create, giveCard, signal, subscribe, profile, status } = buyers;

/** Cognito's user pool, reduced to deletion, with faults. */
const pool = {
  deleted: [] as { UserPoolId: string; Username: string }[],
  fault: undefined as string | undefined,
};
const server = createServer(async (request, response) => {
  const { fault } = pool;
  if (fault === undefined) pool.deleted.push((await json(request)) as (typeof pool.deleted)[number]);
  response.writeHead(fault === undefined ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(fault === undefined ? {} : { __type: fault, message: 'said by the pool' }));
});
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = await listen(server);
beforeEach(() => {
  pool.deleted.length = 0;
  pool.fault = undefined;
});
afterAll(() => void server.close());

const inAnHour = Math.floor(Date.now() / 1000) + 3_600;

describe('a user’s account', () => {
  test('is deleted with profile, settings, history, counters, login and cookies', async () => {
    const ada = await fullUser(30);
    const { status, body, cookies } = await remove(ada);
    expect([status, body]).toEqual([200, {}]);
    expect(await everythingOf(ada)).toEqual([]);
    expect(pool.deleted).toEqual([{ UserPoolId: 'us-east-1_tests', Username: ada.id }]);
    expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual([
      '__Host-parley_access',
      '__Host-parley_refresh',
      'parley_signed_in',
    ]);
    for (const line of cookies) expect(line).toMatch(/=; Max-Age=0;/);
    expect(logged()).toContain('"account-removed"');
    expect(logged()).not.toContain(ada.id);
  });

  test('without a login is deleted, too', async () => {
    const ada = await fullUser(1);
    pool.fault = 'UserNotFoundException';
    expect((await remove(ada)).status).toBe(200);
    expect(await everythingOf(ada)).toEqual([]);
  });

  test('that the login cannot delete keeps its session, and the next call finishes', async () => {
    const ada = await fullUser(1);
    pool.fault = 'InternalErrorException';
    const { status, body, cookies } = await remove(ada);
    expect([status, body.code, body.error]).toEqual([
      502,
      'provider_failed',
      'We couldn’t delete your whole account. Please try again.',
    ]);
    expect(cookies).toEqual([]);
    expect(logged()).not.toContain('said by the pool');
    pool.fault = undefined;
    expect((await remove(ada)).status).toBe(200);
    expect(await everythingOf(ada)).toEqual([]);
  });

  test('that a crash has left with only a profile expires a day later', async () => {
    const ada = await fullUser(1);
    pool.fault = 'InternalErrorException';
    await remove(ada);
    const profile = await item('users', ada.partition, 'PROFILE');
    const hours = (Number(profile?.expiresAt) - Date.now() / 1000) / 3_600;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test('that fails before all translations are deleted keeps its profile', async () => {
    const ada = await fullUser(30);
    const mend = beforeRequests(documentClient, breaks(/^BatchWriteItemCommand/));
    expect((await remove(ada)).status).toBe(500);
    mend();
    const profile = await item('users', ada.partition, 'PROFILE');
    expect(profile).toBeDefined();
    expect(profile).not.toHaveProperty('expiresAt');
    expect(pool.deleted).toEqual([]);
    expect((await remove(ada)).status).toBe(200);
    expect(await everythingOf(ada)).toEqual([]);
  });

  test('that is deleted and created again three times a day has ten translations in all', async () => {
    const email = `${ulid()}@example.com`;
    let granted = 0;
    for (const spelling of [email, email.toUpperCase(), email, email]) {
      const ada = await user({ email: spelling });
      granted += await translationsOf(ada, spelling);
      expect((await remove(ada)).status).toBe(200);
    }
    expect(granted).toBe(10);
    const left = await items('usage', (await user({ email })).counters);
    expect(left).toEqual([
      {
        pk: left[0]?.pk,
        sk: today(),
        used: 10,
        characters: 50,
        expiresAt: expect.any(Number),
        utcDay: expect.stringContaining(today()),
      },
    ]);
  });

  test('also deletes what concurrent requests write before the profile is deleted', async () => {
    const ada = await fullUser(1);
    rightAfter(documentClient, 'BatchWriteItemCommand', async () => {
      await call(saveHandler, { method: 'POST', path: '/api/settings', body: settings }, ada);
      await recordTranslation(ada.id, newTranslation());
      await put('usage', { pk: ada.counters, sk: '2026-11-21', used: 1, expiresAt: inAnHour });
    });
    await remove(ada);
    expect(await everythingOf(ada)).toEqual([]);
  });
});

describe('a subscriber’s account', () => {
  test('is deleted at Stripe, too, with its subscription', async () => {
    const ada = await fullUser(1);
    await subscribe(ada);
    const { customerId = '' } = await profile(ada);
    expect((await remove(ada)).status).toBe(200);
    await expectRemoved(ada, customerId);
    expect(pool.deleted).toHaveLength(1);
  });

  test('is deleted only once its outbox is in the ledger', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
    const [before, entries] = [await item('users', 'STATS', 'TOTALS'), await turns()];
    const mend = beforeRequests(documentClient, breaks(/LEDGER#/));
    expect((await remove(ada)).status).toBe(500);
    mend();
    const { outbox } = (await item('users', ada.partition, 'PROFILE')) ?? {};
    expect(Object.keys(outbox ?? {})).toEqual([expect.stringMatching(/^ENDED#/)]);

    expect((await remove(ada)).status).toBe(200);
    expect(await everythingOf(ada)).toEqual([]);
    expect(await turns()).toEqual([...entries, 'ENDED']);
    const { users, paying } = (await item('users', 'STATS', 'TOTALS')) ?? {};
    expect([users, paying]).toEqual([Number(before?.users) - 1, Number(before?.paying) - 1]);
  });

  test.each([
    ['fails', outage, 502, 'provider_failed'],
    ['does not take our key', { status: 401, body: '{"error":{}}' }, 503, 'payments_unavailable'],
  ] as const)(
    'stays whole where Stripe %s, and is deleted by the next call',
    async (_how, reply, ...said) => {
      const ada = await fullUser(3);
      await subscribe(ada);
      const before = await everythingOf(ada);
      intercept(async () => reply);
      const { status: answered, body, cookies } = await remove(ada);
      expect([answered, body.code, cookies]).toEqual([...said, []]);
      expect(await everythingOf(ada)).toEqual(before);
      expect(pool.deleted).toEqual([]);

      intercept();
      expect((await remove(ada)).status).toBe(200);
      expect(await everythingOf(ada)).toEqual([]);
    },
  );

  test('has no subscription after a failed deletion, and can subscribe again', async () => {
    const ada = await fullUser(1);
    await subscribe(ada);
    pool.fault = 'InternalErrorException';
    expect((await remove(ada)).status).toBe(502);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  });

  test('does not expire after a purchase', async () => {
    const ada = await fullUser(1);
    pool.fault = 'InternalErrorException';
    await remove(ada);
    expect(await item('users', ada.partition, 'PROFILE')).toHaveProperty('expiresAt');
    await subscribe(ada);
    expect(await item('users', ada.partition, 'PROFILE')).not.toHaveProperty('expiresAt');
  });

  test('is deleted with a concurrent purchase in another tab', async () => {
    const ada = await fullUser(1);
    let customerId = '';
    rightAfter(documentClient, 'UpdateItemCommand', async () => {
      await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
      customerId = (await profile(ada)).customerId ?? '';
    });
    expect((await remove(ada)).status).toBe(200);
    await expectRemoved(ada, customerId);
  });

  test('leaves no customer of a purchase that finishes after it', async () => {
    const ada = await fullUser(1);
    intercept(async (call, execute) => {
      const reply = await execute();
      if (call === 'POST /v1/customers') await remove(ada);
      return reply;
    });
    expect((await create(ada)).body.code).toBe('account_deleted');
    const { data } = await stripe.customers.list({ email: `${ada.id}@example.com` });
    expect(data).toEqual([]);
    expect(await namedIn(ada, 'cus_none')).toEqual([]);
  });

  test('is deleted after an interruption at any step', async () => {
    let hasDied = true;
    // The proof `faults` fails each of its calls.
    for (let step = 2; hasDied; step += 3) {
      const ada = await fullUser(1);
      await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
      const { customerId = '' } = await profile(ada);
      hasDied = (await buyers.dyingBefore(step, () => remove(ada))).status !== 200;
      // Without a profile, the session is over, too.
      expect([200, 401], `step ${step}`).toContain((await remove(ada)).status);
      expect(await everythingOf(ada), `step ${step}`).toEqual([]);
      expect(await namedIn(ada, customerId), `step ${step}`).toEqual([]);
      expect(await stripe.customers.retrieve(customerId), `step ${step}`).toMatchObject({ deleted: true });
      await buyers.deleteTrials();
      expect(step).toBeLessThan(40);
    }
  });

  test('leaves its trial used: a new account with the same card or address gets none', async () => {
    const email = 'ada.the.returning@gmail.com';
    const ada = await user({ email });
    await subscribe(ada);
    await remove(ada);
    const sameAddress = await user({ email: 'adathereturning+2@gmail.com' });
    expect(await status(sameAddress)).toMatchObject({ trialAvailable: false });
    const sameCard = await user();
    await subscribe(sameCard);
    expect(await status(sameCard)).toMatchObject({
      subscriptionStatus: 'free',
      purchase: { state: 'card_had_trial' },
    });
  });

  test('that is deleted while its card’s webhook arrives is not charged afterwards', async () => {
    const ada = await fullUser(1);
    const id = await giveCard((await create(ada)).body.clientSecret, visa);
    const { customerId = '' } = await profile(ada);
    const told = () => signal('setup_intent.succeeded', { id, customer: customerId });
    await Promise.all([told(), remove(ada), told()]);
    await remove(ada);
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all' });
    for (const each of data) expect(each.status).toBe('canceled');
    expect(await everythingOf(ada)).toEqual([]);
  });
});

describe('a guest', () => {
  const grant = { fingerprint: 'fingerprint', begunAt: 1, windowStart: 1, characters: 5, version: 'v1' };
  const answered = { ...grant, runs: { a: 'answered' } };

  test('loses settings and request fingerprints, and gains no translations', async () => {
    const visitor = guest();
    await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...settings, expiresAt: inAnHour });
    const counters = { used: 3, characters: 30, speechSeconds: 15, spokenCharacters: 4, expiresAt: inAnHour };
    const grants = { g_1: answered, g_2: answered, g_3: answered };
    await put('usage', { pk: visitor.partition, sk: 'ALL', ...counters, ...grants });
    const { status, cookies } = await remove(visitor);
    expect([status, cookies]).toEqual([200, []]);
    expect(await items('users', visitor.partition)).toEqual([]);
    expect(await items('usage', visitor.partition)).toEqual([
      { pk: visitor.partition, sk: 'ALL', ...counters },
    ]);
    expect(pool.deleted).toEqual([]);
  });

  test('keeps a running request, and gets a lapsed one back', async () => {
    const visitor = guest();
    const running = { ...grant, runs: { a: Date.now() + 60_000 } };
    const died = { ...grant, runs: { a: Date.now() - 1 } };
    const counters = { used: 3, characters: 15, expiresAt: inAnHour };
    await put('usage', {
      ...{ pk: visitor.partition, sk: 'ALL', ...counters },
      ...{ g_1: answered, g_2: running, g_3: died },
    });
    await remove(visitor);
    expect(await item('usage', visitor.partition, 'ALL')).toEqual({
      ...{ pk: visitor.partition, sk: 'ALL', ...counters },
      ...{ used: 2, characters: 10, g_2: running },
    });
  });

  test('gets a lapsed request back once, also where another request gives it back first', async () => {
    const visitor = guest();
    const died = { ...grant, runs: { a: Date.now() - 1 } };
    const place = { pk: visitor.partition, sk: 'ALL', expiresAt: inAnHour };
    await put('usage', { ...place, used: 2, characters: 10, g_1: answered, g_3: died });
    rightAfter(documentClient, 'GetItemCommand', () =>
      put('usage', { ...place, used: 1, characters: 5, g_1: answered }),
    );
    await remove(visitor);
    expect(await item('usage', visitor.partition, 'ALL')).toEqual({ ...place, used: 1, characters: 5 });
  });
});

describe('on the running system', () => {
  const url = sharedParley.url;

  test('a deleted account’s cookies and login are refused, and its address is free for a new one', async () => {
    const visitor = visit(url);
    const person = await signUp(visitor);
    await visitor.post('/api/settings', settings);
    const before = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string };
    const old = new Map(visitor.cookies);

    expect((await visitor.fetch('/api/account', { method: 'DELETE' })).status).toBe(200);
    expect([...visitor.cookies.keys()].filter((name) => name !== 'parley_guest')).toEqual([]);
    const cookie = [...old].map(([name, value]) => `${name}=${value}`).join('; ');
    const again = await visitor.fetch('/api/auth/user', { headers: { cookie } });
    expect([again.status, await again.json()]).toMatchObject([401, { code: 'account_deleted' }]);
    await expect(signIn(visit(url), person)).rejects.toThrow();

    const newcomer = visit(url);
    await signUp(newcomer, person);
    const after = (await (await newcomer.fetch('/api/auth/user')).json()) as { id: string };
    expect(after.id).not.toBe(before.id);
    const held = await (await newcomer.fetch('/api/account')).json();
    expect(held).toMatchObject({ settings: null, translations: [], usage: [] });
  });
});

function remove(someone: Someone) {
  return call(handler, { method: 'DELETE', path: '/api/account' }, someone);
}

async function expectRemoved(ada: Someone, customerId: string): Promise<void> {
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all' });
  expect(data).toMatchObject([{ status: 'canceled' }]);
  expect(await everythingOf(ada)).toEqual([]);
  expect(await namedIn(ada, customerId)).toEqual([]);
}

/** Items that link Stripe's objects to users, except used trials. */
async function namedIn({ id }: Someone, customerId: string): Promise<unknown[]> {
  const others = (await all('users')).filter(({ pk }) => !/^(TRIAL|LEDGER|EVENT)#/.test(`${pk}`));
  return others.filter((each) => [id, customerId].some((name) => JSON.stringify(each).includes(name)));
}

/** Started and ended subscriptions. */
async function turns(): Promise<(string | undefined)[]> {
  const entries = (await all('users')).filter(({ pk }) => `${pk}`.startsWith('LEDGER#'));
  return entries
    .map(({ sk }) => `${sk}`.split('#')[0])
    .filter((kind) => kind !== 'INVOICE')
    .sort();
}

/** Without the numbers of today's card forms, which bind another account with the same address as well. */
async function everythingOf({ partition, counters }: Someone): Promise<unknown[]> {
  const usage = await items('usage', counters);
  return [...(await items('users', partition)), ...usage.filter((item) => !('cardForms' in item))];
}

/** The number of translations until the limit, up to six at a time. */
async function translationsOf({ id }: Someone, email: string): Promise<number> {
  const { signal } = new AbortController();
  const profile = { email };
  const caller = { kind: 'free', userId: id, profile, address: '203.0.113.7', signal, requestId: 'request' };
  for (let granted = 0; granted < 6; granted++) {
    const request = { id: ulid(), fingerprint: 'fingerprint', characters: 5 };
    try {
      const { settle } = await grantTranslation(caller as unknown as User, request);
      await settle();
    } catch (error) {
      expect(error).toMatchObject({ code: 'daily_limit_reached' });
      return granted;
    }
  }
  return 6;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A user with a refresh cookie, settings, counters and translations. */
async function fullUser(translations: number): Promise<Someone> {
  const someone = await user();
  await put('users', { pk: someone.partition, sk: 'SETTINGS', ...settings });
  await put('users', ...idsInOrder(translations).map((id) => historyItem(someone.partition, id)));
  await put('usage', { pk: someone.counters, sk: '2026-11-19', used: 1, expiresAt: inAnHour });
  await put('usage', { pk: someone.counters, sk: '2026-11-20', used: 1, expiresAt: inAnHour });
  return { ...someone, cookies: [...someone.cookies, '__Host-parley_refresh=refresh'] };
}
