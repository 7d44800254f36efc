import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import {
  goodCalls,
  goodRequest,
  keptTranslation,
  overTheWire,
  recordingForm,
} from '../../support/handlers/good-calls.ts';
import { documentsAt } from '../../support/parley/local.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { deliverAll, keepTranslations, subscribe, visitPremium } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';

const url = sharedParley.url;

/** A word in all of Ada's data, which must never appear in others' answers. */
const canary = 'canarybird';

/** Ada's ids, which an attacker knows. */
const ada = {
  visitor: visit(url),
  userId: '',
  guestId: '',
  translationId: '',
  cursor: '',
  billing: { customer: '', id: '' },
  sessionId: '',
};
const requestId = ulid();

/** Further attempts, beside a good call with Ada's ids in every place of a request. */
const attempts: Partial<Record<EndpointId, () => Attempt[]>> = {
  'auth.callback': () => [{ query: { code: ada.userId, state: ada.userId } }],
  'translation.translate': () => [{ body: { id: ada.translationId } }],
  'translation.list': () => [{ query: { cursor: ada.cursor } }, { query: { cursor: ada.translationId } }],
  'translation.search': () =>
    [{}, { cursor: ada.cursor }, { cursor: ada.translationId }].map((more) => ({
      body: { query: canary, ...more },
    })),
  'translation.remove': () => [{ id: ada.cursor }],
  'translation.keep': () => [{ body: { entries: [{ ...keptTranslation(), id: ada.translationId }] } }],
  'billing.create': () => [
    { body: ada.billing },
    { body: { priceId: 'parley_annual', acceptsCharge: true, usesSavedCard: true, ...ada.billing } },
  ],
  'billing.cancel': () => [{ body: ada.billing }],
  'billing.reactivate': () => [{ body: ada.billing }],
  'billing.change': () => [
    { body: { priceId: 'parley_annual', amountCents: 0, prorationDate: 0, ...ada.billing } },
  ],
  'billing.portal': () => [{ body: { opens: 'card', ...ada.billing } }],
  'billing.webhook': () => [{ body: { type: 'customer.deleted', data: { object: ada.billing } } }],
  'analytics.users': () =>
    [ada.cursor, cursorAt(ada.userId, 'older'), cursorAt(ada.userId, 'newer')].map((cursor) => ({
      query: { cursor },
    })),
  'builds.metrics': () => [{ query: { days: '90' } }],
  'account.end-sessions': () => [{ id: ada.sessionId }, { id: 'others' }],
  'account.export': () => [{ query: { cursor: ada.cursor } }, { query: { cursor: ada.translationId } }],
};

const database = documentsAt(sharedParley.dynamodb);

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
  const held = await heldOfAda();
  const profile = held.find(({ sk }) => sk === 'PROFILE') as Profile | undefined;
  ada.sessionId = String(held.find(({ sk }) => `${sk}`.startsWith('SESSION#'))?.sk).slice('SESSION#'.length);
  const { customerId = '', subscription } = profile ?? {};
  ada.billing = { customer: customerId, id: subscription?.stripeId ?? '' };
});
afterAll(() => database.destroy());

test('Ada has data under ids that others may know', async () => {
  expect(await heldOfAda()).toHaveLength(1 + 1 + 1 + 31 + 1 + 2);
  expect(ada.translationId).toBe(requestId);
  for (const known of [
    ada.userId,
    ada.guestId,
    ada.cursor,
    ada.sessionId,
    ada.billing.customer,
    ada.billing.id,
  ]) {
    expect(known).not.toBe('');
  }
});

/** Premium opens a history and two more endpoints. */
const forPremium = endpointIds.filter(
  (id) => endpoints[id].access === 'premium' || id.startsWith('translation.'),
);

describe.each([
  ['a premium user', premiumUser, forPremium],
  ['a free user', freeUser, endpointIds],
  ['a guest', async () => visit(url), endpointIds],
])('%s', (_who, someone, ids) => {
  let shared: Promise<Visitor> | undefined;

  test.each(ids)('reads and changes nothing of Ada’s by %s', async (id) => {
    shared ??= someone();
    const eve = await (goodCalls[id].of === 'somebody new' ? someone() : shared);
    const before = await heldOfAda();
    for (const attempt of [{}, ...(attempts[id]?.() ?? [])]) {
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
    await deliverAll(sharedParley.stripe);
    expect(await heldOfAda()).toEqual(before);
    expect((await ada.visitor.fetch('/api/auth/user')).status).toBe(200);
  });
});

test('another user can use Ada’s request id for their own text', async () => {
  const eve = await premiumUser();
  const body = { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' };
  const response = await eve.post('/api/translate', body, { 'idempotency-key': requestId });
  expect(response.status).toBe(200);
  const { translations } = (await (await eve.fetch('/api/translations')).json()) as Page;
  expect(translations.map(({ text }) => text)).toEqual(['the house']);
});

/** With Ada's ids wherever a request can carry one. */
function call(visitor: Visitor, id: EndpointId, attempt: Attempt) {
  const { userId, guestId } = ada;
  const ids = { userId, guestId, sub: userId, pk: `USER#${userId}`, sk: 'PROFILE', owner: userId };
  const good = goodRequest(id, attempt.id ?? ada.translationId);
  const form = good.body instanceof Uint8Array && recordingForm(new Uint8Array(100), ids);
  const headers = {
    'idempotency-key': requestId,
    'x-user-id': userId,
    'x-guest-id': guestId,
    'x-request-id': requestId,
    authorization: `Bearer ${userId}`,
    ...good.headers,
  };
  const body = good.body && { ...ids, ...good.body, ...attempt.body };
  const query = { ...ids, ...good.query, ...attempt.query };
  return visitor.fetch(...overTheWire({ ...good, headers, query, body, ...form }));
}

/** A user next to another one in the list of users. */
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
  // Her counters are under a code that only the product can compute.
  const { usage } = (await (await ada.visitor.fetch('/api/account')).json()) as Output<'account.export'>;
  return [...pages.flatMap(({ Items = [] }) => Items), ...usage];
}

/** Billing ids. */
interface Profile {
  readonly customerId: string;
  readonly subscription: { readonly stripeId: string };
}

interface Attempt {
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** In the path. */
  readonly id?: string;
}

interface Page {
  readonly translations: { id: string; text: string }[];
  readonly cursor: string | null;
}
