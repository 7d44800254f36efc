import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { handler } from '../../../functions/account/export.ts';
import { sign } from '../../../functions/request/signing.ts';
import type { Grant } from '../../../functions/tables/grant-item.ts';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import type { HistoryItem, ProfileItem, SettingsItem } from '../../../functions/tables/users.ts';
import { export as contract } from '../../../shared/api/account.schema.ts';
import { call, premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { historyItem, idsInOrder } from '../../support/people/histories.ts';
import { otherSettings as settings } from '../../support/people/profiles.ts';

const { user, guest, put, logged } = await startInProcess();

const nowSeconds = Math.floor(Date.now() / 1000);
const unused = {
  translations: 0,
  characters: 0,
  speechSeconds: 0,
  spokenCharacters: 0,
  importedCharacters: 0,
  failedAttempts: 0,
  requests: [],
  minutes: [],
};

test('a user receives all their data, without internal fields', async () => {
  const ada = await user({
    ...premium,
    createdAt: '2026-11-01T00:00:00.000Z',
    email: 'ada@example.com',
    revokedSessions: { old: nowSeconds + 3_600 },
  });
  const [older, newer] = [await write(ada), await write(ada)];
  await put('users', { pk: ada.partition, sk: 'SETTINGS', ...settings });
  await put(
    'usage',
    {
      pk: ada.counters,
      sk: '2026-11-19',
      used: 7,
      characters: 70,
      utcDay: '2026-11-19',
      expiresAt: nowSeconds + 3_600,
    },
    { pk: ada.counters, sk: '2026-11-20', speechSeconds: 15, m_1307: 2, expiresAt: nowSeconds + 3_600 },
    { pk: ada.counters, sk: '2026-01-01', used: 9, expiresAt: nowSeconds - 60 },
  );
  const { status, body } = await everything(ada);
  expect(status).toBe(200);
  expect(body).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    profile: {
      id: ada.id,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      createdAt: '2026-11-01T00:00:00.000Z',
      subscriptionStatus: 'active',
      sessions: [],
      countedAs: null,
      signedOutSessions: [{ id: 'old', keptUntil: new Date((nowSeconds + 3_600) * 1_000).toISOString() }],
      signedOutEverywhereAt: null,
      uncountedEvents: [],
    },
    billing: {
      stripeCustomer: null,
      formerStripeCustomer: null,
      subscription: premium.subscription,
      purchase: null,
      trial: { begunBy: null, isEmailRemembered: false, isCardRemembered: false },
    },
    settings,
    translations: [expect.objectContaining({ id: newer }), expect.objectContaining({ id: older })],
    cursor: null,
    usage: [
      { ...unused, day: '2026-11-19', translations: 7, characters: 70 },
      {
        ...unused,
        day: '2026-11-20',
        speechSeconds: 15,
        minutes: [{ minute: '13:07', translations: 2 }],
      },
    ],
  });
  expect(logged()).not.toMatch(/Good morning|ada@example|Lovelace/);
  expect(JSON.stringify(body)).not.toMatch(/fingerprint|searchText|pk|utcDay|m_1307/);
});

test('a guest receives settings and counters, without request fingerprints', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...settings, expiresAt: nowSeconds + 3_600 });
  const kept = { fingerprint: 'a', begunAt: 1, windowStart: 2, characters: 5, version: 'v' };
  const answered = { ...kept, runs: { a: 'answered' } };
  const lapsed = { ...answered, runs: { a: 1 } };
  const counters = { used: 2, characters: 10, g_1: answered, g_2: lapsed, expiresAt: nowSeconds + 3_600 };
  await put('usage', { pk: visitor.partition, sk: 'ALL', ...counters });
  const request = { begunAt: '1970-01-01T00:00:00.001Z', characters: 5 };
  const { body } = await everything(visitor);
  expect(JSON.stringify(body)).not.toContain('fingerprint');
  expect(body).toEqual({
    exportedAt: expect.any(String),
    profile: null,
    billing: null,
    settings,
    translations: [],
    cursor: null,
    usage: [{ ...unused, day: null, translations: 1, characters: 10, requests: [request, request] }],
  });
});

describe('no attribute is left out without a reason', () => {
  test('of a profile', async () => {
    const ada = await user(profile);
    const { body } = await everything(ada);
    expect(contract.output.parse(body)).toEqual(body);
    const exported = JSON.stringify(body);
    for (const [name, value] of Object.entries(profile)) {
      if (Object.hasOwn(leftOutOfProfile, name)) continue;
      for (const leaf of leavesOf(value)) expect(exported, name).toContain(leaf);
    }
    for (const name of ['syncsBegun', 'purchaseLock', 'expiresAt']) expect(exported).not.toContain(name);
  });

  test('of a day’s counters', async () => {
    const ada = await user();
    await put('usage', { ...counters, pk: ada.counters });
    const { body } = await everything(ada);
    const exported = JSON.stringify(body.usage);
    for (const [name, value] of Object.entries(counters)) {
      if (Object.hasOwn(leftOutOfCounters, name)) continue;
      for (const leaf of leavesOf(value)) expect(exported, name).toContain(leaf);
    }
    for (const leaf of leavesOf(grant)) expect(exported).toContain(leaf);
    expect(exported).not.toContain('fingerprint');
  });

  test('of a translation and of settings', async () => {
    const ada = await user();
    const { pk: _, ...translation } = history;
    await put('users', { ...translation, pk: ada.partition }, { ...preferences, pk: ada.partition });
    const { body } = await everything(ada);
    // A fingerprint of the request, and both texts in lower case.
    const { fingerprint: _f, searchText: _s, sk, ...told } = translation;
    expect(body.translations).toEqual([{ id: sk.slice('HISTORY#'.length), ...told }]);
    const { pk: _pk, sk: _sk, expiresAt: _e, ...preferred } = preferences;
    expect(body.settings).toEqual(preferred);
  });

  test('of trials, also from an earlier account', async () => {
    const email = `${ulid()}+parley@example.com`.toLowerCase();
    const ada = await user({ email });
    const pk = `TRIAL#EMAIL#${sign('trial', email.replace('+parley', ''))}`;
    await put('users', { pk, sk: 'TRIAL', userId: 'an earlier user' });
    const { body } = await everything(ada);
    expect(body.billing.trial).toEqual({
      begunBy: null,
      isEmailRemembered: true,
      isCardRemembered: false,
    });
    expect(JSON.stringify(body)).not.toContain('an earlier user');
  });
});

test('a large history comes in several answers, each below Lambda’s 6 MB', async () => {
  const ada = await user(premium);
  // JSON within JSON writes a line break or a quotation mark as four bytes.
  const ids = await writeMany(ada, 250, '"\n'.repeat(2_500));
  const read: string[] = [];
  let answers = 0;
  let cursor: string | undefined;
  do {
    const { status, body } = await everything(ada, cursor);
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(6 * 1024 * 1024 - 10_000);
    expect(body.profile).not.toBeNull();
    read.push(...body.translations.map(({ id }: { id: string }) => id));
    cursor = body.cursor ?? undefined;
    answers++;
  } while (cursor);
  expect(answers).toBeGreaterThan(1);
  expect(read).toEqual(ids.toReversed());
});

/** All attributes, even temporary ones: a missing attribute does not compile. */
const profile: Omit<Whole<ProfileItem>, 'pk'> = {
  sk: 'PROFILE',
  kind: 'user',
  createdAt: '2026-01-02T03:04:05.678Z',
  email: 'whole@example.com',
  countedAs: 'code-of-an-earlier-mailbox',
  firstName: 'Whole-first',
  lastName: 'Whole-last',
  subscription: {
    status: 'past_due',
    isPremium: true,
    plan: 'parley_annual',
    trialEndsAt: '2026-02-02T00:00:00.000Z',
    endsAt: '2099-02-03T00:00:00.000Z',
    stripeId: 'sub_whole',
    isDisputed: true,
    needsConfirmation: true,
    due: { amountCents: 3_994, currency: 'sek' },
    nextCharge: { at: '2099-02-04T00:00:00.000Z', amountCents: 3_998, priceCents: 3_996, currency: 'chf' },
  },
  customerId: 'cus_whole',
  formerCustomerId: 'cus_former',
  purchase: {
    id: 'purchase-whole',
    plan: 'parley_monthly',
    terms: 'charged_today',
    amountCents: 3_997,
    state: 'payment_failed',
    startedAt: '2026-02-05T00:00:00.000Z',
    setupIntentId: 'seti_whole',
    paymentMethodId: 'pm_whole',
    card: { brand: 'diners', last4: '9876' },
    discount: { promotionCodeId: 'promo_whole', code: 'WHOLE', amountCents: 3_995, payments: 17 },
  },
  trialSetupIntentId: 'seti_of_the_trial',
  purchaseLock: { setupIntentId: 'seti_whole', until: 1 },
  syncsBegun: 7,
  lastWrittenSync: 6,
  revokedSessions: { 'session-whole': nowSeconds },
  sessionsEndedAt: '2026-02-07T00:00:00.000Z',
  outbox: { 'SIGNUP#whole': '2026-02-06T00:00:00.000Z' },
  expiresAt: nowSeconds + 86_400,
};

const leftOutOfProfile = {
  sk: 'the same for all profiles',
  kind: 'the same for all profiles',
  purchaseLock: 'a lock for a minute; its SetupIntent is in the purchase',
  syncsBegun: 'numbers our requests to Stripe',
  lastWrittenSync: 'numbers our requests to Stripe',
  expiresAt: 'only while the account is being deleted',
} satisfies Partial<Record<keyof ProfileItem, string>>;

const grant: Pick<Grant, 'characters'> & { begunAt: string } = {
  begunAt: '2026-11-20T13:07:01.002Z',
  characters: 4_321,
};
const counters: Omit<Whole<UsageItem>, 'pk'> & { [name: `g_${string}`]: Grant } = {
  sk: '2026-11-20',
  utcDay: '2026-11-20',
  expiresAt: nowSeconds + 3_600,
  used: 9_001,
  characters: 9_002,
  speechSeconds: 9_003,
  spokenCharacters: 9_005,
  importedCharacters: 712,
  emailCodes: 714,
  failedHour: '2026-11-20T13',
  failed: 713,
  cardForms: new Set(['purchase-1']),
  declinedCards: new Set(['evt_1']),
  codes: new Set(['whole-code']),
  g_whole: {
    fingerprint: 'fingerprint',
    begunAt: Date.parse(grant.begunAt),
    windowStart: 0,
    runs: { a: 'answered' },
    characters: grant.characters,
    version: 'fingerprint of a change',
  },
};

const leftOutOfCounters = {
  utcDay: 'an index key with the same day',
  expiresAt: 'the retention, which the privacy policy states',
  failedHour: 'the number of failures is exported',
  cardForms: 'ids of purchases; the purchase is exported',
  declinedCards: 'ids of Stripe’s events',
  codes: 'guesses, deleted after two days',
  emailCodes: 'how often an email was asked for, deleted after two days',
  g_whole: 'exported as a request, without its fingerprint and runs',
};

const history: HistoryItem = historyItem('USER#ada', ulid(), { isStarred: true });

const preferences: Whole<SettingsItem> = {
  pk: 'USER#ada',
  sk: 'SETTINGS',
  ...settings,
  expiresAt: nowSeconds + 3_600,
};

/** Every value within, as the answer writes it. */
function leavesOf(value: unknown, name = ''): string[] {
  if (typeof value === 'boolean') return [`"${name}":${value}`];
  if (typeof value === 'number' && value === nowSeconds) return [new Date(value * 1_000).toISOString()];
  if (typeof value !== 'object' || value === null) return [`${value}`];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, key));
}

type Whole<T> = T extends object ? { [Key in keyof T]-?: Whole<NonNullable<T[Key]>> } : T;

function everything(someone?: Someone, cursor?: string) {
  const query = cursor === undefined ? {} : { query: { cursor } };
  return call(handler, { method: 'GET', path: '/api/account', ...query }, someone);
}

async function write(someone: Someone): Promise<string> {
  const [id = ''] = await writeMany(someone, 1, 'Good morning');
  return id;
}

async function writeMany({ partition }: Someone, count: number, text: string): Promise<string[]> {
  const ids = idsInOrder(count);
  await put('users', ...ids.map((id) => historyItem(partition, id, { text, translatedText: text })));
  return ids;
}
