import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { keepTranslations, subscribe, tellAll, visitPremium } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';

const url = sharedParley.url;

/** Stands in everything that is Ada's, and must come out in nobody else's answers. */
const canary = 'kanarienvogel';

/** What is known of Ada by somebody who should not know it. */
const ada = {
  visitor: visit(url),
  userId: '',
  guestId: '',
  translationId: '',
  cursor: '',
  billing: { customer: '', id: '' },
};
const requestId = ulid();

/**
 * How somebody else calls each endpoint with Ada's ids, cursors and request ids: an endpoint without a decision
 * does not compile. What every request carries besides stands in `call`.
 */
const attempts: Record<EndpointId, () => Attempt[]> = {
  'auth.login': () => [{}],
  'auth.callback': () => [{ query: { code: ada.userId, state: ada.userId } }],
  'auth.logout': () => [{}],
  'auth.user': () => [{}],
  'translation.translate': () => [
    { body: { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' } },
    { body: { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es', id: ada.translationId } },
  ],
  'translation.list': () => [{}, { query: { cursor: ada.cursor } }, { query: { cursor: ada.translationId } }],
  'translation.search': () => [
    { body: { query: canary } },
    { body: { query: canary, cursor: ada.cursor } },
    { body: { query: canary, cursor: ada.translationId } },
  ],
  'translation.remove': () => [{ id: ada.translationId }, { id: ada.cursor }],
  'translation.keep': () => [
    { body: { entries: [{ ...translation, id: ada.translationId }] } },
    { body: { entries: [{ ...translation, id: ada.translationId, userId: ada.userId }] } },
  ],
  'translation.star': () => [{ id: ada.translationId, body: { isStarred: true } }],
  'translation.phrases': () => [{ query: { target: 'es' } }],
  'speech.transcribe': () => [{ body: {} }],
  'speech.synthesize': () => [{ body: { text: 'Hola', language: 'es' } }],
  'settings.read': () => [{}],
  'settings.save': () => [{ body: defaultSettings }],
  'billing.status': () => [{}],
  'billing.config': () => [{}],
  'billing.create': () => [
    { body: { priceId: 'parley_monthly', ...ada.billing } },
    { body: { priceId: 'parley_annual', chargedToday: true, savedCard: true, ...ada.billing } },
  ],
  'billing.cancel': () => [{ body: ada.billing }],
  'billing.reactivate': () => [{ body: ada.billing }],
  'billing.portal': () => [{ body: { opens: 'card', ...ada.billing } }],
  'billing.webhook': () => [{ body: { type: 'customer.deleted', data: { object: ada.billing } } }],
  'analytics.overview': () => [{}],
  'analytics.users': () => [
    {},
    { query: { cursor: ada.cursor } },
    { query: { cursor: cursorAt(ada.userId, 'older') } },
    { query: { cursor: cursorAt(ada.userId, 'newer') } },
  ],
  'analytics.revenue': () => [{}],
  'builds.overview': () => [{}],
  'builds.metrics': () => [{ query: { days: '90' } }],
  'android.setup': () => [{ body: androidSetup }],
  'account.export': () => [{}, { query: { cursor: ada.cursor } }, { query: { cursor: ada.translationId } }],
  'account.remove': () => [{}],
  'system.health': () => [{}],
  'system.not-found': () => [{}],
};

const translation = {
  text: 'the house',
  translatedText: 'la casa',
  sourceLanguage: 'en-US',
  targetLanguage: 'es-ES',
  createdAt: '2026-11-20T08:00:00.000Z',
  isStarred: true,
};

const androidSetup = {
  projectType: 'react-native',
  features: ['translation'],
  preferences: { stability: true, targetSdk: 34 },
};

const database = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: sharedParley.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  }),
);

beforeAll(async () => {
  const { visitor } = ada;
  await visitor.fetch('/api/subscription-status');
  ada.guestId = visitor.cookies.get('parley_guest')?.split('.')[0] ?? '';
  await visitor.post('/api/translate', {
    text: `the ${canary} as a guest`,
    sourceLanguage: 'en-US',
    targetLanguage: 'es',
  });
  await signUp(visitor, { email: `${canary}-${ulid()}@parley.example`, firstName: canary, lastName: canary });
  ada.userId = ((await (await visitor.fetch('/api/auth/user')).json()) as { id: string }).id;
  await subscribe(visitor, sharedParley.stripe);
  await visitor.post('/api/settings', { ...defaultSettings, speechRate: 17 });
  const translations = Array.from({ length: 30 }, (_, index) => ({
    text: `${canary} ${index}`,
    translatedText: `${canary} ${index}`,
  }));
  await keepTranslations(sharedParley.dynamodb, ada.userId, translations);
  const request = { text: `the ${canary}`, sourceLanguage: 'en-US', targetLanguage: 'es' };
  await visitor.post('/api/translate', request, { 'idempotency-key': requestId });
  const page = (await (await visitor.fetch('/api/translations')).json()) as Page;
  ada.translationId = page.translations[0]?.id ?? '';
  ada.cursor = page.cursor ?? '';
  const profile = (await heldOfAda()).find(({ sk }) => sk === 'PROFILE') as Profile | undefined;
  const { customerId = '', subscription } = profile ?? {};
  ada.billing = { customer: customerId, id: subscription?.stripeId ?? '' };
});
afterAll(() => database.destroy());

test('Ada has something to lose, under ids that others may know', async () => {
  expect(await heldOfAda()).toHaveLength(1 + 1 + 31 + 1 + 1);
  expect(ada.translationId).toBe(requestId);
  for (const known of [ada.userId, ada.guestId, ada.cursor, ada.billing.customer, ada.billing.id]) {
    expect(known).not.toBe('');
  }
});

describe.each([
  ['a premium user', premiumUser],
  ['a free user', freeUser],
  ['a guest', async () => visit(url)],
])('%s', (_who, someone) => {
  test.each(endpointIds)('learns and changes nothing of Ada’s by %s', async (id) => {
    const eve = await someone();
    const before = await heldOfAda();
    for (const attempt of attempts[id]()) {
      const response = await call(eve, id, attempt);
      expect(response.status).toBeLessThan(500);
      const said = [...response.headers].join('\n') + (await response.text());
      const { customer, id: subscription } = ada.billing;
      for (const secret of [canary, ada.guestId, '"speechRate":17', customer, subscription]) {
        expect(said).not.toContain(secret);
      }
      // The list of users tells everybody's id, which opens nothing.
      if (id !== 'analytics.users') expect(said).not.toContain(ada.userId);
    }
    await tellAll(sharedParley.stripe);
    expect(await heldOfAda()).toEqual(before);
    expect((await ada.visitor.fetch('/api/auth/user')).status).toBe(200);
  });
});

test('Ada’s request id is anybody’s own, for their own text', async () => {
  const eve = await premiumUser();
  const body = { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' };
  const response = await eve.post('/api/translate', body, { 'idempotency-key': requestId });
  expect(response.status).toBe(200);
  const { translations } = (await (await eve.fetch('/api/translations')).json()) as Page;
  expect(translations.map(({ text }) => text)).toEqual(['the house']);
});

test('Ada’s translation is not found for others, and others’ pages hold only their own', async () => {
  const eve = await premiumUser();
  const removed = await eve.fetch(`/api/translations/${ada.translationId}`, { method: 'DELETE' });
  expect(removed.status).toBe(404);
  await eve.post('/api/translate', { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' });
  const listed = (await (await eve.fetch(`/api/translations?cursor=${ada.cursor}`)).json()) as Page;
  expect(listed.translations.filter(({ text }) => text !== 'the house')).toEqual([]);
});

/** With Ada's ids wherever a request can carry one. */
function call(visitor: Visitor, id: EndpointId, { query, body, id: parameter }: Attempt) {
  const row: { method: string; path: string; body?: string } = endpoints[id];
  const path = row.path === '$default' ? '/api/nothing' : row.path.replace('{id}', parameter ?? '');
  const { userId, guestId } = ada;
  const ids = { userId, guestId, sub: userId, pk: `USER#${userId}`, sk: 'PROFILE', owner: userId };
  const headers = {
    'idempotency-key': requestId,
    'x-user-id': userId,
    'x-guest-id': guestId,
    'x-request-id': requestId,
    authorization: `Bearer ${userId}`,
  };
  const search = new URLSearchParams({ ...ids, ...query });
  const method = row.method === 'ANY' ? 'GET' : row.method;
  if (body === undefined) return visitor.fetch(`${path}?${search}`, { method, headers });
  if (row.body === 'multipart') {
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(100)]));
    for (const [name, value] of Object.entries(ids)) form.append(name, value);
    return visitor.fetch(`${path}?${search}`, { method, headers, body: form });
  }
  return visitor.post(`${path}?${search}`, { ...ids, ...body }, headers);
}

/** Right beside somebody in the list of users. */
function cursorAt(userId: string, direction: 'older' | 'newer'): string {
  const cursor = { createdAt: new Date().toISOString(), pk: `USER#${userId}`, direction };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function premiumUser(): Promise<Visitor> {
  return visitPremium(url, sharedParley.dynamodb);
}

async function freeUser(): Promise<Visitor> {
  const visitor = visit(url);
  await signUp(visitor);
  return visitor;
}

/** Profile, settings, translations and counters, as the database has them. */
async function heldOfAda(): Promise<Record<string, unknown>[]> {
  const partitions = [`USER#${ada.userId}`, `GUEST#${ada.guestId}`];
  const pages = await Promise.all(
    partitions.flatMap((partition) =>
      ['users', 'usage'].map((TableName) =>
        database.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :partition',
            ExpressionAttributeValues: { ':partition': partition },
          }),
        ),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items);
}

/** What its billing is known by. */
interface Profile {
  readonly customerId: string;
  readonly subscription: { readonly stripeId: string };
}

interface Attempt {
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** Stands in the path. */
  readonly id?: string;
}

interface Page {
  readonly translations: { id: string; text: string }[];
  readonly cursor: string | null;
}
