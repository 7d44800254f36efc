import { readFile } from 'node:fs/promises';
import { ulid } from 'ulid';
import { beforeAll, expect, test } from 'vitest';
import * as account from '../../../shared/api/account.schema.ts';
import * as analytics from '../../../shared/api/analytics.schema.ts';
import * as android from '../../../shared/api/android.schema.ts';
import * as auth from '../../../shared/api/auth.schema.ts';
import * as billing from '../../../shared/api/billing.schema.ts';
import * as builds from '../../../shared/api/builds.schema.ts';
import type { EndpointId } from '../../../shared/api/index.ts';
import * as settings from '../../../shared/api/settings.schema.ts';
import * as speech from '../../../shared/api/speech.schema.ts';
import * as system from '../../../shared/api/system.schema.ts';
import * as translation from '../../../shared/api/translation.schema.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { speech as spoken } from '../../support/audio/audio.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { post } from '../../support/parley/system.ts';
import { makePremium, subscribe } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';

const url = sharedParley.url;

/** Has everything that an endpoint can answer with: a subscription, settings, a history. */
const ada = visit(url);
const hello = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' };
const androidSetup = {
  projectType: 'react-native',
  features: ['translation', 'speech-recognition', 'text-to-speech'],
  preferences: { stability: true, targetSdk: 34 },
};

beforeAll(async () => {
  await signUp(ada);
  const { id } = (await (await ada.fetch('/api/auth/user')).json()) as { id: string };
  await makePremium(sharedParley.dynamodb, id);
  await ada.post('/api/settings', defaultSettings);
  await ada.post('/api/translate', hello);
});

/** A good call of each endpoint that answers JSON, and what it promises: one without does not compile. */
const calls: Record<Exclude<EndpointId, NoJson>, { output: Schema; call: () => Promise<Response> }> = {
  'auth.user': { output: auth.user.output, call: () => ada.fetch('/api/auth/user') },
  'translation.translate': {
    output: translation.translate.output,
    call: () => post(url, '/api/translate', hello),
  },
  'translation.list': { output: translation.list.output, call: () => ada.fetch('/api/translations') },
  'translation.search': {
    output: translation.search.output,
    call: () => ada.post('/api/translations/search', { query: 'hello' }),
  },
  'translation.remove': { output: translation.remove.output, call: removeNewest },
  'translation.keep': {
    output: translation.keep.output,
    call: () => ada.post('/api/translations', { entries: [kept()] }),
  },
  'translation.star': { output: translation.star.output, call: starNewest },
  'translation.phrases': {
    output: translation.phrases.output,
    call: () => fetch(`${url}/api/phrases?target=es`),
  },
  'speech.transcribe': { output: speech.transcribe.output, call: sendClip },
  'settings.read': { output: settings.read.output, call: () => ada.fetch('/api/settings') },
  'settings.save': {
    output: settings.save.output,
    call: () => ada.post('/api/settings', defaultSettings),
  },
  'billing.status': { output: billing.status.output, call: () => ada.fetch('/api/subscription-status') },
  'billing.config': { output: billing.config.output, call: () => fetch(`${url}/api/stripe-config`) },
  'billing.create': { output: billing.create.output, call: beginToSubscribe },
  'billing.cancel': {
    output: billing.cancel.output,
    call: async () => (await subscriber()).post('/api/cancel-subscription', {}),
  },
  'billing.reactivate': {
    output: billing.reactivate.output,
    call: async () => (await subscriber()).post('/api/reactivate-subscription', {}),
  },
  'billing.portal': {
    output: billing.portal.output,
    call: async () => (await subscriber()).post('/api/billing-portal', {}),
  },
  'analytics.overview': {
    output: analytics.overview.output,
    call: () => ada.fetch('/api/analytics/overview'),
  },
  'analytics.users': { output: analytics.users.output, call: () => ada.fetch('/api/analytics/users') },
  'analytics.revenue': {
    output: analytics.revenue.output,
    call: () => ada.fetch('/api/analytics/revenue?period=7'),
  },
  'builds.overview': { output: builds.overview.output, call: () => ada.fetch('/api/performance/overview') },
  'builds.metrics': { output: builds.metrics.output, call: () => ada.fetch('/api/performance/metrics') },
  'android.setup': {
    output: android.setup.output,
    call: () => post(url, '/api/android/auto-setup', androidSetup),
  },
  'account.export': {
    output: account.export.output,
    call: async () => (await subscriber()).fetch('/api/account'),
  },
  'account.remove': { output: account.remove.output, call: leave },
  'system.health': { output: system.health.output, call: () => fetch(`${url}/api/health`) },
};

test.for(Object.entries(calls))(
  '%s answers exactly what its contract promises',
  async ([, { output, call }]) => {
    const response = await call();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body: unknown = await response.json();
    expect(output.parse(body)).toEqual(body);
  },
);

test('a user’s answers hold what the contracts describe, not only empty lists', async () => {
  await ada.post('/api/translate', hello);
  const { profile, settings, translations } = (await (await ada.fetch('/api/account')).json()) as Everything;
  expect(profile).toMatchObject({ subscriptionStatus: 'active' });
  expect(settings).toEqual(defaultSettings);
  expect(translations).toContainEqual(expect.objectContaining({ text: 'hello' }));
});

test.each([
  ['translation.list', '/api/translations', translation.list.output],
  ['settings.read', '/api/settings', settings.read.output],
  ['billing.status', '/api/subscription-status', billing.status.output],
  ['account.export', '/api/account', account.export.output],
])('%s answers a guest the same way', async (_id, path, output: Schema) => {
  const response = await visit(url).fetch(path);
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  expect(output.parse(body)).toEqual(body);
});

async function removeNewest(): Promise<Response> {
  await ada.post('/api/translate', hello);
  const { translations } = (await (await ada.fetch('/api/translations')).json()) as Everything;
  return ada.fetch(`/api/translations/${translations[0]?.id}`, { method: 'DELETE' });
}

async function starNewest(): Promise<Response> {
  const entry = kept();
  await ada.post('/api/translations', { entries: [entry] });
  return ada.post(`/api/translations/${entry.id}/star`, { isStarred: true });
}

function kept() {
  return {
    id: ulid(),
    text: 'the house',
    translatedText: 'la casa',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    createdAt: '2026-11-20T08:00:00.000Z',
    isStarred: false,
  };
}

async function leave(): Promise<Response> {
  const leaver = visit(url);
  await signUp(leaver);
  return leaver.fetch('/api/account', { method: 'DELETE' });
}

async function beginToSubscribe(): Promise<Response> {
  const buyer = visit(url);
  await signUp(buyer);
  return buyer.post('/api/create-subscription', { priceId: 'parley_monthly' });
}

/** Somebody who has truly subscribed. */
async function subscriber(): Promise<Visitor> {
  const visitor = visit(url);
  await signUp(visitor);
  await subscribe(visitor, sharedParley.stripe);
  return visitor;
}

async function sendClip(): Promise<Response> {
  const form = new FormData();
  const clip = await readFile(await spoken('good morning'));
  form.append('audio', new Blob([clip]), 'recording.wav');
  form.append('language', 'en-US');
  const headers = { 'sec-fetch-site': 'same-origin' };
  return fetch(`${url}/api/transcribe-amazon`, { method: 'POST', headers, body: form });
}

/** They answer redirects, a page, sound, only errors, or only Stripe. */
type NoJson =
  | 'auth.callback'
  | 'auth.login'
  | 'auth.logout'
  | 'billing.webhook'
  | 'speech.synthesize'
  | 'system.not-found';

interface Everything {
  readonly profile: object;
  readonly settings: object;
  readonly translations: { id: string }[];
}

interface Schema {
  parse(value: unknown): unknown;
}
