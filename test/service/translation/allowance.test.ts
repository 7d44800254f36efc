import { json } from 'node:stream/consumers';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderTimeout } from '../../../functions/errors.ts';
import type { User } from '../../../functions/request/caller.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { countTranslations } from '../../../functions/tables/grant-item.ts';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import { buildAddressCounterKey, buildMonthCounterKey } from '../../../functions/tables/usage.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { grantTranslation } from '../../../functions/translation/allowance/allowance.ts';
import { listTranslations } from '../../../functions/translation/history/history.ts';
import { handler } from '../../../functions/translation/translate.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { apiEvent, invoke, lambdaContext } from '../../support/handlers/event.ts';
import { premium, startInProcess } from '../../support/handlers/in-process.ts';
import { call, cookieName, keep } from '../../support/handlers/jar.ts';
import { startLossyProxy } from '../../support/parley/provider-proxy.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import { monthly } from '../../support/people/profiles.ts';

/** Smaller than the product's, so that a test can reach them. */
const ceilings: Partial<Ceilings> = {
  guestTranslationsPerAddress: 5,
  guestCharactersPerAddress: 2_500,
  guestCharactersPerDay: 4_000,
  freeCharactersPerDay: 6_000,
  freeCharactersPerAddress: 10_500,
  allFreeCharactersPerDay: 12_000,
  premiumCharactersPerDay: 6_000,
  premiumCharactersPerMonth: 9_000,
  premiumTranslationsPerMinute: 12,
  trialCharactersPerDay: 3_000,
  trialCharacters: 5_000,
  failedAttemptsPerCaller: 3,
};

const uppercase = (text: string): Answer | Promise<Answer> => text.toUpperCase();
const provider = { calls: 0, answers: uppercase };
const providerRefusals: Readonly<Record<string, string>> = {
  unclear: 'DetectedLanguageLowConfidenceException',
  busy: 'TooManyRequestsException',
};
const standIns = await startStandIns({
  translate: async (request, response) => {
    const { Text } = (await json(request)) as { Text: string };
    provider.calls++;
    const translated = await provider.answers(Text);
    const refusal = translated === undefined ? 'InvalidRequestException' : providerRefusals[translated];
    response.writeHead(refusal ? 400 : 200, {
      'content-type': 'application/x-amz-json-1.1',
    });
    response.end(JSON.stringify(refusal ? { __type: refusal } : { TranslatedText: translated }));
  },
});
const backend = await startInProcess();
const proxy = await startLossyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
afterAll(() => Promise.all([standIns.stop(), proxy.stop()]));
for (const [name, value] of Object.entries(standIns.environment)) vi.stubEnv(name, value);
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
vi.stubEnv('CEILINGS', JSON.stringify(ceilings));

/** Each test has its own day, so that tests do not share counters. */
let day = Date.parse('2026-11-20T00:00:00Z');

beforeEach(() => {
  day += 7 * dayMs;
  vi.useFakeTimers({ toFake: ['Date'], now: day + 12 * hourMs });
});

afterEach(() => {
  vi.useRealTimers();
  provider.calls = 0;
  provider.answers = uppercase;
  proxy.loses = () => false;
  proxy.misses = () => false;
});

test.each([
  ['guest', { reads: 0, writes: 4 }],
  ['free', { reads: 1, writes: 4 }],
  ['premium', { reads: 2, writes: 3 }],
] as const)('a translation of %s makes few database requests', async (kind, expected) => {
  const caller = await newCaller(kind);
  expect(await countRequests(() => caller.asks({ text: 'where is my suitcase' }))).toEqual({
    status: 200,
    ...expected,
  });
});

test.each([
  ['guest', 3, { reads: 1, writes: 1 }],
  ['free', 10, { reads: 2, writes: 1 }],
  ['premium', 12, { reads: 2, writes: 1 }],
] as const)(
  'a refused translation of %s writes no counter that it gives back',
  async (kind, limit, expected) => {
    const caller = await newCaller(kind);
    for (let turn = 0; turn < limit; turn++) expect((await caller.asks()).status).toBe(200);
    expect(await countRequests(() => caller.asks())).toEqual({ status: 429, ...expected });
  },
);

describe('a guest', () => {
  test('has 3 translations in all, also tomorrow', async () => {
    const guest = await newGuest();
    for (const text of ['one', 'two', 'three']) expect((await guest.asks({ text })).status).toBe(200);
    wait(dayMs);
    expect(await guest.asks()).toMatchObject(
      refusal(
        429,
        'guest_limit_reached',
        'Guest translation limit reached. Sign up to get 10 free translations per day.',
      ),
    );
    expect(provider.calls).toBe(3);
  });

  test('is counted with the address and with all guests', async () => {
    await (await newGuest()).asks({ text: 'hello' });
    await (await newGuest()).asks({ text: 'good day' });
    expect(await addressUsage()).toMatchObject({ used: 2, characters: 40 });
    expect(await guestsUsage()).toMatchObject({ used: 2, characters: 40 });
  });

  test('counts nothing for a failure, in no shared ceiling either', async () => {
    const guest = await newGuest();
    provider.answers = () => undefined;
    expect((await guest.asks()).status).toBe(502);
    expect(await guest.usage()).toMatchObject({ used: 0, characters: 0 });
    expect(await addressUsage()).toMatchObject({ used: 0 });
    expect(await guestsUsage()).toMatchObject({ used: 0, characters: 0 });
  });

  test('without translations left counts in no shared ceiling', async () => {
    const guest = await newGuest();
    for (const text of ['one', 'two', 'three', 'four']) await guest.asks({ text });
    expect(await addressUsage()).toMatchObject({ used: 3 });
    expect(await guestsUsage()).toMatchObject({ used: 3 });
  });

  test('shares the address’s daily translations, in any spelling and with any headers', async () => {
    const spellings = [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      '::FFFF:cb00:7109',
      '0:0:0:0:0:ffff:203.0.113.9',
      '203.0.113.9',
    ];
    for (const address of spellings) {
      const forged = { 'x-forwarded-for': '198.51.100.1' };
      expect((await (await newGuest()).asks({ address, headers: forged })).status).toBe(200);
    }
    const another = await newGuest();
    expect(await another.asks({ address: '203.0.113.9' })).toMatchObject(
      refusal(
        429,
        'rate_limited',
        'Your network has used all of today’s guest translations. This didn’t count toward your limit. Sign up for free to keep translating, or come back after midnight UTC.',
      ),
    );
    expect(refusals()).toEqual(['address']);
    expect(await another.usage()).toMatchObject({ used: 0, characters: 0 });
    expect((await another.asks({ address: '203.0.113.10' })).status).toBe(200);
    wait(dayMs);
    expect((await another.asks({ address: '203.0.113.9' })).status).toBe(200);
  });

  test('shares the characters of all guests, and keeps the translation when these are used up', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
      await (await newGuest()).asks({ text: 'a'.repeat(950), address });
    }
    const guest = await newGuest();
    expect(await guest.asks({ text: 'a'.repeat(201) })).toMatchObject({
      ...refusal(429, 'rate_limited', guestsRefusal),
      headers: { 'retry-after': `${12 * 3_600}` },
    });
    expect(refusals()).toEqual(['all']);
    expect(await guest.usage()).toMatchObject({ used: 0, characters: 0 });
    expect(await addressUsage()).toMatchObject({ used: 0, characters: 0 });
    expect(await guestsUsage()).toMatchObject({ used: 4, characters: 3_800 });
  });

  test('of a busy address leaves the last quarter to other addresses', async () => {
    const heavy = '203.0.113.1';
    for (let turn = 0; turn < 3; turn++) await (await newGuest()).asks({ address: heavy });
    for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) {
      await (await newGuest()).asks({ text: 'a'.repeat(980), address });
    }
    const [late, light] = [await newGuest(), await newGuest()];
    expect(await late.asks({ address: heavy })).toMatchObject(refusal(429, 'rate_limited', guestsRefusal));
    expect((await light.asks({ text: 'a'.repeat(900), address: '203.0.113.5' })).status).toBe(200);
  });

  test('shares the address’s daily characters', async () => {
    const [one, other] = [await newGuest(), await newGuest()];
    for (const text of ['a'.repeat(1_000), 'b'.repeat(1_000)]) await one.asks({ text });
    expect((await other.asks({ text: 'a'.repeat(501) })).body.error).toMatch(/^Your network has/);
    expect((await other.asks({ text: 'a'.repeat(500) })).status).toBe(200);
  });

  test('is not charged for a failure after payment, but the shared ceilings are', async () => {
    const guest = await newGuest();
    provider.answers = () => 'unclear';
    const answer = await guest.asks({ text: 'a'.repeat(300), from: 'auto' });
    expect(answer).toMatchObject(refusal(422, 'language_unclear', expect.stringContaining('didn’t count')));
    expect(await guest.usage()).toMatchObject({ used: 0, characters: 0, failed: 1 });
    expect(await addressUsage()).toMatchObject({ used: 0, characters: 320, failed: 1 });
    expect(await guestsUsage()).toMatchObject({ used: 0, characters: 320 });
  });

  test('is neither charged nor at fault when the provider is busy', async () => {
    const guest = await newGuest();
    provider.answers = () => 'busy';
    const answer = await guest.asks();
    expect(answer).toMatchObject(
      refusal(
        429,
        'rate_limited',
        'Too many people are translating right now. This didn’t count toward your limit. Please try again in a few seconds.',
      ),
    );
    expect(await guest.usage()).toMatchObject({ used: 0, characters: 0 });
    expect(await guest.usage()).not.toHaveProperty('failed');
    expect(await addressUsage()).not.toHaveProperty('failed');
  });

  test('has at most the daily characters of all guests in total', async () => {
    const guest = await newGuest();
    const text = 'a'.repeat(1_000);
    for (let day = 0; day < 4; day++) {
      expect((await guest.asks({ id: 'one', text })).status).toBe(200);
      wait(dayMs);
    }
    expect(await guest.asks({ text: 'a' })).toMatchObject(refusal(429, 'rate_limited', guestsRefusal));
  });

  test('gets no limit error if the database fails, and pays nothing', async () => {
    const guest = await newGuest();
    await guest.asks();
    proxy.misses = (body) => body.includes('"GUESTS#');
    expect(await guest.asks()).toMatchObject(
      refusal(504, 'provider_timeout', expect.stringContaining('This didn’t count toward your limit.')),
    );
    expect(refusals()).toEqual([]);
    expect(await guest.usage()).toMatchObject({ used: 1, characters: 20 });
    expect(await addressUsage()).toMatchObject({ used: 1, characters: 20 });
  });

  test('has a limit of 1,000 characters a text, with its sentence', async () => {
    const guest = await newGuest();
    expect((await guest.asks({ text: 'a'.repeat(1_001) })).body).toMatchObject({
      error:
        'Your text can be at most 1,000 characters long without an account. Shorten it, or sign up for free to translate up to 5,000 characters. This didn’t count toward your limit.',
    });
    expect(await guest.usage()).toBeUndefined();
    expect((await guest.asks({ text: 'a'.repeat(1_000) })).status).toBe(200);
  });
});

describe('a free account', () => {
  test('has 10 translations a day', async () => {
    const user = await newUser();
    for (let turn = 0; turn < 10; turn++) expect((await user.asks()).status).toBe(200);
    expect(await user.asks()).toMatchObject(
      refusal(429, 'daily_limit_reached', expect.stringMatching(/Upgrade to Premium.*tomorrow/)),
    );
    expect(await user.asks()).toMatchObject({
      headers: { 'retry-after': `${12 * 3_600}` },
      body: { retryAt: Date.now() + dayMs / 2 },
    });
    expect(refusals()).toEqual(['limit', 'limit']);
    wait(12 * hourMs);
    expect((await user.asks()).status).toBe(200);
  });

  test('has a daily limit of characters, with its sentence', async () => {
    const user = await newUser();
    await user.asks({ text: 'a'.repeat(4_000) });
    expect(await user.asks({ text: 'a'.repeat(2_001) })).toMatchObject(
      refusal(
        429,
        'rate_limited',
        'Your account can translate 6,000 characters a day, and this text would take you over that limit. This didn’t count toward your limit. Upgrade to Premium, or come back after midnight UTC.',
      ),
    );
    expect(refusals()).toEqual(['characters']);
    expect((await user.asks({ text: 'a'.repeat(2_000) })).status).toBe(200);
  });

  test('shares the characters of all free accounts, and keeps the translation when these are used up', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      await (await newUser()).asks({ text: 'a'.repeat(5_000), address });
    }
    const user = await newUser();
    expect(await user.asks({ text: 'a'.repeat(2_001) })).toMatchObject(
      refusal(
        429,
        'rate_limited',
        expect.stringMatching(/^Today’s translations for free accounts have all been used/),
      ),
    );
    expect(await user.usage()).toMatchObject({ used: 0, characters: 0 });
    expect((await user.asks({ text: 'a'.repeat(2_000) })).status).toBe(200);
    const rich = await newUser(premium);
    expect((await rich.asks()).status).toBe(200);
  });

  test('shares its day with the aliases of its mailbox', async () => {
    const mailbox = `ada${day}`;
    for (let turn = 0; turn < 10; turn++) {
      const alias = await newUser({ email: `${mailbox}+${turn}@parley.example` });
      expect((await alias.asks()).status).toBe(200);
    }
    const alias = await newUser({ email: `${mailbox}+again@parley.example` });
    expect(await alias.asks()).toMatchObject(refusal(429, 'daily_limit_reached'));
  });

  test('shares the address’s daily characters, and leaves the guests there theirs', async () => {
    const address = '203.0.113.9';
    for (const user of [await newUser(), await newUser()]) {
      expect((await user.asks({ text: 'a'.repeat(5_000), address })).status).toBe(200);
    }
    const late = await newUser();
    expect(await late.asks({ text: 'a'.repeat(501), address })).toMatchObject(
      refusal(
        429,
        'rate_limited',
        'Your network has used all of today’s translations for free accounts. This didn’t count toward your limit. Try another network, upgrade to Premium, or come back after midnight UTC.',
      ),
    );
    expect(refusals()).toEqual(['address']);
    expect(await late.usage()).toMatchObject({ used: 0, characters: 0 });
    expect((await late.asks({ text: 'a'.repeat(500), address })).status).toBe(200);
    expect((await (await newGuest()).asks({ address })).status).toBe(200);
    expect((await (await newUser(premium)).asks({ text: 'a'.repeat(5_000), address })).status).toBe(200);
  });

  test('of a busy address leaves the last quarter to other addresses', async () => {
    const heavy = '203.0.113.1';
    const early = await newUser();
    for (let turn = 0; turn < 10; turn++) expect((await early.asks({ address: heavy })).status).toBe(200);
    for (const address of ['203.0.113.2', '203.0.113.3']) {
      await (await newUser()).asks({ text: 'a'.repeat(4_400), address });
    }
    const late = await newUser();
    expect(await late.asks({ address: heavy })).toMatchObject(
      refusal(429, 'rate_limited', expect.stringMatching(/^Today’s translations for free accounts/)),
    );
    expect((await (await newUser()).asks({ text: 'a'.repeat(2_900), address: '203.0.113.4' })).status).toBe(
      200,
    );
  });

  test('gets a translation back after a database failure, and the error says so', async () => {
    const user = await newUser();
    await user.asks();
    proxy.loses = (_action, _attempt, body) => body.includes('attribute_not_exists(g_');
    expect(await user.asks()).toMatchObject(
      refusal(504, 'provider_timeout', expect.stringContaining('we’ll undo that within a minute')),
    );
    expect(await user.usage()).toMatchObject({ used: 1 });
  }, 60_000);

  test('pays once for one request, in either spelling of its language', async () => {
    const user = await newUser();
    await user.asks({ id: 'one', to: 'es' });
    expect((await user.asks({ id: 'one', to: 'es-ES' })).status).toBe(200);
    expect(await user.usage()).toMatchObject({ used: 1 });
  });

  test('gets an error for an id with another text or pair', async () => {
    const user = await newUser();
    await user.asks({ id: 'one', text: 'hello' });
    for (const other of [{ text: 'goodbye' }, { to: 'fr' }, { from: 'de' }]) {
      expect(await user.asks({ id: 'one', text: 'hello', ...other })).toMatchObject(
        refusal(409, 'idempotency_key_reused'),
      );
    }
    expect(refusals()).toEqual(['other-request', 'other-request', 'other-request']);
    expect(await user.usage()).toMatchObject({ used: 1 });
  });

  test('that repeats a request too often learns when to retry', async () => {
    const user = await newUser();
    for (let turn = 0; turn < 5; turn++) await user.asks({ id: 'one' });
    for (const [passed, left] of [
      [3, '7 min'],
      [6, '1 min'],
    ] as const) {
      wait(passed * minuteMs);
      expect(await user.asks({ id: 'one' })).toMatchObject(
        refusal(
          429,
          'rate_limited',
          `You’ve translated this text 5 times within a few minutes. This didn’t count toward your limit. Please try again in ${left}.`,
        ),
      );
    }
    expect(refusals()).toEqual(['repeated-request', 'repeated-request']);
    expect(provider.calls).toBe(5);
  });

  test('pays nothing for a late answer', async () => {
    const user = await newUser();
    provider.answers = () => new Promise(() => {});
    const access = await backend.issuer.mint({ sub: user.id });
    const { cookies, ...request } = requestOf({}, { access });
    const event = apiEvent({ ...request, cookies: [`${cookieName('access')}=${cookies.access}`] });
    expect(await invoke(handler, event, lambdaContext(1_500))).toMatchObject({ statusCode: 504 });
    await expect.poll(user.usage).toMatchObject({ used: 0, characters: 0 });
  });

  test('pays on the day on which the translation began', async () => {
    const user = await newUser();
    provider.answers = (text) => {
      wait(dayMs);
      return uppercase(text);
    };
    expect((await user.asks()).status).toBe(200);
    expect(await user.usage()).toBeUndefined();
    wait(-dayMs);
    expect(await user.usage()).toMatchObject({ used: 1 });
  });

  test('pays nothing where both languages are written alike', async () => {
    const user = await newUser();
    const answer = await user.asks({ text: ' Tea ', from: 'en-US', to: 'en-GB' });
    expect(answer.body).toEqual({ translatedText: 'Tea', uncounted: 'unchanged' });
    expect(await user.usage()).toBeUndefined();
    expect(provider.calls).toBe(0);
  });

  test('keeps no history', async () => {
    const user = await newUser();
    await user.asks();
    expect((await listTranslations(user.id, undefined)).translations).toEqual([]);
  });
});

describe('a trial', () => {
  test('has characters per day and in all, also over the end of a month', async () => {
    vi.setSystemTime(Date.UTC(2031, 0, 31, 12));
    const trialEndsAt = new Date(Date.now() + 4 * dayMs).toISOString();
    const user = await newUser({ subscription: { ...monthly, status: 'trialing', trialEndsAt } });
    expect((await user.asks({ text: 'a'.repeat(3_000) })).status).toBe(200);
    expect((await user.asks({ text: 'a' })).body.error).toMatch(
      /^Your account can translate 3,000 characters/,
    );
    wait(dayMs);
    expect((await user.asks({ text: 'a'.repeat(2_000) })).status).toBe(200);
    expect(await user.asks({ text: 'a' })).toMatchObject({
      ...refusal(
        429,
        'rate_limited',
        'Your free trial includes 5,000 characters, and this text would take you over that. This didn’t count toward your limit. Shorten it, or come back when your trial ends.',
      ),
      headers: { 'retry-after': `${3 * 86_400}` },
    });
    expect(refusals()).toEqual(['characters', 'trial']);
  });
});

describe('Premium', () => {
  test.each([
    [
      'stays counted if a part was translated, because that is paid',
      (part: string) => !part.endsWith('。'),
      3_401,
    ],
    ['is not counted if no part was translated', () => false, 0],
  ])('a failed text of several parts %s', async (_what, isTranslated, characters) => {
    const user = await newUser(premium);
    provider.answers = (part) => (isTranslated(part) ? 'words' : undefined);
    const answer = await user.asks({ text: `${'中'.repeat(3_400)}。`, from: 'zh-CN', to: 'es' });
    expect(answer.status).toBe(502);
    expect(provider.calls).toBeGreaterThan(1);
    expect(await user.usage()).toMatchObject({ characters });
  });

  test('has no limit, and no counter of translations', async () => {
    const user = await newUser(premium);
    for (let turn = 0; turn < 11; turn++) expect((await user.asks()).status).toBe(200);
    expect(await user.usage()).not.toHaveProperty('used');
  });

  test('has a limit per minute, and forgets past minutes', async () => {
    const user = await newUser(premium);
    for (let turn = 0; turn < 12; turn++) await user.asks();
    expect(await user.asks()).toMatchObject(
      refusal(
        429,
        'rate_limited',
        'You can translate 12 texts a minute. Please wait a minute and try again.',
      ),
    );
    expect(refusals()).toEqual(['minute']);
    for (let minute = 0; minute < 5; minute++) {
      wait(minuteMs);
      expect((await user.asks()).status).toBe(200);
    }
    const minutes = Object.keys((await user.usage()) ?? {}).filter((name) => name.startsWith('m_'));
    expect(minutes.length).toBeLessThan(3);
  });

  test('has a daily limit of characters, and a failure counts none', async () => {
    const user = await newUser(premium);
    provider.answers = () => undefined;
    expect((await user.asks({ text: 'a'.repeat(5_000) })).status).toBe(502);
    provider.answers = (text) => text;
    expect((await user.asks({ text: 'a'.repeat(5_000) })).status).toBe(200);
    expect(await user.asks({ text: 'a'.repeat(1_001) })).toMatchObject(
      refusal(429, 'rate_limited', premiumRefusal),
    );
    expect(refusals()).toEqual(['characters']);
  });

  test('has a monthly limit of characters', async () => {
    vi.setSystemTime(Date.parse(`${new Date(day).toISOString().slice(0, 7)}-10T12:00:00Z`));
    const user = await newUser(premium);
    for (const characters of [5_000, 4_000]) {
      expect((await user.asks({ text: 'a'.repeat(characters) })).status).toBe(200);
      wait(dayMs);
    }
    const refused = await user.asks({ text: 'a' });
    expect(refused).toMatchObject(
      refusal(429, 'rate_limited', expect.stringMatching(/9,000 characters a month.*next month/)),
    );
    expect(refusals()).toEqual(['month']);
    const { pk, sk } = buildMonthCounterKey(premiumCaller(user.id), Date.now());
    expect(await readUsage(pk, sk)).toMatchObject({ characters: 9_000 });
    expect(await user.usage()).toMatchObject({ characters: 0 });
  });

  test('is charged for paid failures, and the error says so', async () => {
    const user = await newUser(premium);
    provider.answers = () => 'unclear';
    expect(await user.asks({ from: 'auto' })).toMatchObject(
      refusal(422, 'language_unclear', expect.stringContaining('This counted toward your limit.')),
    );
    expect(await user.usage()).toMatchObject({ characters: 40, failed: 1 });
  });

  test('gets the limit error for one text above the daily limit, even the first', async () => {
    const { id } = await newUser(premium);
    await expect(grantTranslation(premiumCaller(id), request(6_001))).rejects.toThrow(premiumRefusal);
  });

  test('is charged for an answer after the timeout, and the error says so', async () => {
    const user = await newUser(premium);
    const waits = new AbortController();
    const { settle } = await grantTranslation(premiumCaller(user.id, waits.signal), request(9));
    waits.abort();
    await expect(settle()).rejects.toThrow(new ProviderTimeout('translation').setCost('counted'));
    expect(await user.usage()).toMatchObject({ characters: 9 });
  });

  test('keeps a history with one entry for each request', async () => {
    const user = await newUser(premium);
    const id = ulid(Date.now());
    await user.asks({ id, text: 'hello' });
    await user.asks({ id, text: 'hello' });
    const { translations } = await listTranslations(user.id, undefined);
    expect(translations).toEqual([
      {
        id,
        text: 'hello',
        sourceLanguage: 'en-US',
        targetLanguage: 'es',
        translatedText: 'HELLO',
        createdAt: expect.any(String),
        isStarred: false,
      },
    ]);
    expect(await user.asks({ id, text: 'goodbye' })).toMatchObject(refusal(409, 'idempotency_key_reused'));
  });

  test('keeps no private translation, but counts it', async () => {
    const user = await newUser(premium);
    const id = ulid(Date.now());
    const { status, body } = await user.asks({ id, isPrivate: true });
    expect([status, body]).toEqual([200, { translatedText: 'THE HOUSE' }]);
    expect((await listTranslations(user.id, undefined)).translations).toEqual([]);
    expect(await user.usage()).toMatchObject({ characters: 20 });
    // No trace of the request is left to detect another text.
    expect((await user.asks({ id, text: 'goodbye', isPrivate: true })).status).toBe(200);
    expect((await user.asks({ id, isPrivate: false })).body.keptAs).toBe(id);
  });

  test('is answered although the translation does not fit into the history', async () => {
    const user = await newUser(premium);
    provider.answers = () => 'ﷺ'.repeat(7_000);
    const { status, body } = await user.asks();
    expect([status, body.keptAs]).toEqual([200, undefined]);
    expect((await listTranslations(user.id, undefined)).translations).toEqual([]);
  });

  test('is answered although the history cannot be written', async () => {
    const user = await newUser(premium);
    proxy.loses = (action) => action === 'PutItem';
    expect((await user.asks()).status).toBe(200);
    expect(backend.logged()).toContain('"event":"history-failed"');
  });
});

describe('a text that comes back unchanged', () => {
  beforeEach(() => {
    provider.answers = (text) => text;
  });

  test.each([
    ['alike', 'hola', 'hola'],
    ['with other white space', 'hola,\n  amiga', ' hola, amiga\n'],
    ['in other Unicode', 'Adio\u0301s', 'Adiós'],
  ])('is not counted for a guest: %s', async (_name, text, translatedText) => {
    provider.answers = () => translatedText;
    const guest = await newGuest();
    const { status, body } = await guest.asks({ text });
    expect([status, body]).toEqual([200, { translatedText, uncounted: 'unchanged' }]);
    expect(await guest.usage()).toMatchObject({ used: 0 });
    expect(await guestsUsage()).toMatchObject({ used: 0, characters: 20 });
  });

  test('is counted if a letter or an accent changed', async () => {
    const guest = await newGuest();
    for (const translatedText of ['Hola', 'holá', 'hola!']) {
      provider.answers = () => translatedText;
      expect((await guest.asks({ text: 'hola' })).body).toEqual({ translatedText });
    }
    expect(await guest.usage()).toMatchObject({ used: 3 });
  });

  test('is not counted when its language was detected', async () => {
    const user = await newUser();
    expect((await user.asks({ from: 'auto' })).body).toMatchObject({ uncounted: 'unchanged' });
    expect(await user.usage()).toMatchObject({ used: 0, characters: 40 });
  });

  test('is not counted under a repeated or shared key, also while another text is translated', async () => {
    const user = await newUser();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => user.asks({ id: 'one' })),
      user.asks({ id: 'two', text: 'hola' }),
    ]);
    answers.push(await user.asks({ id: 'one' }));
    expect(answers.map(({ body }) => body.uncounted)).toEqual(Array(6).fill('unchanged'));
    provider.answers = uppercase;
    await user.asks({ id: 'one' });
    expect(await user.usage()).toMatchObject({ used: 1, characters: 140 });
  });

  test('does not reset a translation that was counted under the same key', async () => {
    const user = await newUser();
    provider.answers = uppercase;
    await user.asks({ id: 'one' });
    provider.answers = (text) => text;
    await user.asks({ id: 'one' });
    expect(await user.usage()).toMatchObject({ used: 1, characters: 40 });
  });

  test('sent for ever is stopped by the address, and by the characters', async () => {
    const guest = await newGuest();
    for (let turn = 0; turn < 5; turn++) expect((await guest.asks()).status).toBe(200);
    expect(await guest.asks()).toMatchObject(
      refusal(429, 'rate_limited', expect.stringMatching(/^Your network/)),
    );
    expect(await addressUsage()).toMatchObject({ used: 5, characters: 100 });
    const user = await newUser();
    const text = 'a'.repeat(3_000);
    for (let turn = 0; turn < 2; turn++) expect((await user.asks({ text })).status).toBe(200);
    expect(await user.asks({ text })).toMatchObject(
      refusal(429, 'rate_limited', expect.stringMatching(/^Your account can translate 6,000 characters/)),
    );
    expect(provider.calls).toBe(7);
  });

  test('is no failed attempt', async () => {
    const user = await newUser(premium);
    for (let turn = 0; turn < 5; turn++) expect((await user.asks()).status).toBe(200);
    expect(await user.usage()).not.toHaveProperty('failed');
    expect(await user.usage()).toMatchObject({ characters: 100 });
  });

  test('is answered although giving back fails, and is given back within a minute', async () => {
    const user = await newUser();
    await user.asks();
    proxy.misses = (body) => body.includes('REMOVE g_');
    expect((await user.asks()).body).toMatchObject({ uncounted: 'unchanged' });
    expect(backend.logged()).toContain('"event":"give-back-failed"');
    wait(minuteMs);
    const item = await user.usage();
    expect(countTranslations(item, Date.now())).toBe(0);
  }, 60_000);
});

test.each(['12:30', '😀', 'https://example.com', 'ada@example.com', '5 km', '¿?'])(
  'a text without words is neither sent nor counted: %s',
  async (text) => {
    const guest = await newGuest();
    const answers = [await guest.asks({ text }), await guest.asks({ text, from: 'auto' })];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { translatedText: text, uncounted: 'no-words' }]);
    expect(await guest.usage()).toBeUndefined();
    expect(provider.calls).toBe(0);
  },
);

test.each(['', ' \n'])(
  'an empty answer (%j) is a failure of the provider, and not counted',
  async (nothing) => {
    provider.answers = () => nothing;
    const guest = await newGuest();
    expect(await guest.asks()).toMatchObject(
      refusal(
        502,
        'provider_failed',
        'Parley couldn’t translate your text. This didn’t count toward your limit. Please try again.',
      ),
    );
    expect(await guest.usage()).toMatchObject({ used: 0, failed: 1 });
  },
);

test('grants and refusals are logged with kind and reason, without people’s words', async () => {
  const guest = await newGuest();
  for (let turn = 0; turn < 4; turn++) await guest.asks({ text: 'zebrafish' });
  await (await newUser(premium)).asks({ text: 'zebrafish' });
  const lines = backend
    .logged()
    .split('\n')
    .filter((line) => /"translation-granted"|"allowance-refused"/.test(line));
  const granted = { event: 'translation-granted', characters: 20, isRerun: false };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...Array(3).fill(expect.objectContaining({ ...granted, kind: 'guest' })),
    expect.objectContaining({ event: 'allowance-refused', kind: 'guest', reason: 'limit' }),
    expect.objectContaining({ ...granted, kind: 'premium' }),
  ]);
  expect(backend.logged()).not.toContain('zebrafish');
});

function newCaller(kind: 'guest' | 'free' | 'premium') {
  return kind === 'guest' ? newGuest() : newUser(kind === 'free' ? undefined : premium);
}

async function countRequests(ask: () => Promise<{ status: number }>) {
  proxy.actions.length = 0;
  const { status } = await ask();
  const count = (actions: readonly string[]) =>
    proxy.actions.filter((action) => actions.includes(action)).length;
  const asked = { reads: count(['GetItem', 'Query']), writes: count(['UpdateItem', 'PutItem']) };
  expect(proxy.actions).toHaveLength(asked.reads + asked.writes);
  return { status, ...asked };
}

/** Undefined is a fault, and `unclear` an undetectable language. */
type Answer = string | undefined;

interface Asked {
  text?: string;
  from?: string;
  to?: string;
  id?: string;
  address?: string;
  isPrivate?: boolean;
  headers?: Record<string, string>;
}

async function newGuest() {
  let cookies: Record<string, string> = {};
  const usage = async () => {
    const id = cookies.guest?.split('.')[0];
    return id === undefined ? undefined : readUsage(`GUEST#${id}`, 'ALL');
  };
  const asks = async (asked: Asked = {}) => {
    const answer = await call(handler, requestOf(asked, cookies));
    cookies = keep(cookies, answer);
    return { status: answer.status, headers: answer.headers, body: answer.json() };
  };
  return { asks, usage };
}

async function newUser(profile: Partial<ProfileItem> = {}) {
  const { id, counters } = await backend.user(profile);
  const asks = async (asked: Asked = {}) => {
    const access = await backend.issuer.mint({ sub: id });
    const answer = await call(handler, requestOf(asked, { access }));
    return { status: answer.status, headers: answer.headers, body: answer.json() };
  };
  return { id, asks, usage: () => readUsage(counters, new Date().toISOString().slice(0, 10)) };
}

const guestsRefusal =
  'Today’s translations for guests have all been used. This didn’t count toward your limit. Sign up for free to keep translating, or come back after midnight UTC.';
const premiumRefusal =
  'Your account can translate 6,000 characters a day, and this text would take you over that limit. This didn’t count toward your limit. Shorten it, or come back after midnight UTC.';

/** Logged reasons of refused translations in this test. */
function refusals(): unknown[] {
  const lines = backend
    .logged()
    .split('\n')
    .filter((line) => line.includes('"allowance-refused"'));
  return lines.map((line) => JSON.parse(line).reason);
}

/** Calls the function below the endpoint, for cases that the endpoint cannot cause. */
function request(characters: number) {
  return { id: ulid(), fingerprint: 'fingerprint', characters };
}

function premiumCaller(userId: string, signal = new AbortController().signal): User {
  const profile = { email: `${userId}@example.com` };
  return { kind: 'premium', userId, profile, requestId: 'request', signal } as User;
}

function refusal(status: number, code: string, error: unknown = expect.any(String)) {
  return { status, body: { code, error } };
}

function requestOf(asked: Asked, cookies: Record<string, string>) {
  const {
    text = 'the house',
    from = 'en-US',
    to = 'es',
    id,
    address = home,
    isPrivate,
    headers = {},
  } = asked;
  return {
    method: 'POST',
    path: '/api/translate',
    body: { text, sourceLanguage: from, targetLanguage: to, isPrivate },
    headers: { 'x-viewer-address': address, ...(id && { 'idempotency-key': id }), ...headers },
    cookies,
  };
}

const home = '203.0.113.7';

function addressUsage() {
  const { pk, sk } = buildAddressCounterKey(home, Date.now());
  return readUsage(pk, sk);
}

function guestsUsage() {
  return readUsage('GUESTS#0', new Date().toISOString().slice(0, 10));
}

async function readUsage(pk: string, sk: string): Promise<UsageItem | undefined> {
  const { Item } = await documentClient.send(
    new GetCommand({ TableName: 'usage', Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item as UsageItem | undefined;
}

function wait(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
