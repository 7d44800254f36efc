import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { wavOf } from '../audio/wav.ts';
import type { ApiRequest } from './event.ts';

const stream = randomUUID();

/** A good call of each endpoint by a permitted caller. A missing one does not compile. */
export const goodCalls: Readonly<Record<EndpointId, GoodCall>> = {
  'auth.login': {},
  // Without a login in progress, the page shows an error.
  'auth.callback': { query: { code: 'x', state: '0'.repeat(32) } },
  'auth.logout': { of: 'somebody new' },
  'auth.user': {},
  'translation.translate': {
    body: { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' },
  },
  'translation.list': {},
  'translation.search': { body: { query: 'house' } },
  'translation.remove': {},
  'translation.keep': { body: { entries: [keptTranslation()] } },
  'translation.star': { body: { isStarred: true } },
  'speech.transcribe': recordingForm(wavOf(Buffer.alloc(8_000))),
  // Until its audio is heard, or for some seconds.
  'speech.listen': { body: { stream, language: 'en-US' } },
  'speech.send-chunk': recordingForm(Buffer.alloc(16_000), { stream, sequence: '0', isLast: 'true' }),
  'speech.synthesize': { body: { text: 'Hola', language: 'es' } },
  'speech.marks': { body: { text: 'Hola', language: 'es' } },
  'settings.read': {},
  'settings.save': { body: { ...defaultSettings, speechRate: 14 } },
  'billing.status': {},
  'billing.config': {},
  'billing.create': { body: { priceId: 'parley_monthly' }, of: 'somebody new' },
  // After `billing.create`.
  'billing.apply-code': { body: { priceId: 'parley_monthly', code: 'HALF' }, of: 'somebody new' },
  'billing.cancel': { body: {}, of: 'a subscriber' },
  'billing.reactivate': { body: {}, of: 'a subscriber' },
  'billing.preview-change': { body: { priceId: 'parley_annual' }, of: 'a subscriber' },
  'billing.change': {
    // The plan that the subscriber has: another needs the amount of a preview.
    body: { priceId: 'parley_monthly', amountCents: 0, prorationDate: 0 },
    of: 'a subscriber',
  },
  'billing.portal': { body: {}, of: 'a subscriber' },
  // Unsigned, so a test that wants success signs it.
  'billing.webhook': { body: { type: 'customer.deleted', data: { object: { id: 'cus_1' } } } },
  'analytics.overview': {},
  'analytics.users': {},
  'analytics.revenue': { query: { period: '7' } },
  'builds.overview': {},
  'builds.metrics': {},
  'android.setup': {
    body: {
      projectType: 'react-native',
      features: ['translation', 'speech-recognition', 'text-to-speech'],
      preferences: { stability: true, targetSdk: 34 },
    },
  },
  'account.export': {},
  'account.sign-out-everywhere': { body: {}, of: 'somebody new' },
  'account.sessions': {},
  'account.end-sessions': {},
  // Without a sign-in a moment before, they are refused.
  'account.change-email': { body: { email: 'new@parley.example' } },
  'account.confirm-email': { body: { email: 'new@parley.example', code: '123456' } },
  'account.begin-second-factor': { body: {} },
  'account.confirm-second-factor': { body: { code: '123456' } },
  'account.end-second-factor': {},
  'account.remove': { of: 'somebody new' },
  'system.health': {},
  'system.report-error': {
    body: { kind: 'render', name: 'TypeError', place: 'assets/index.js:1:2', page: '/', release: 'index.js' },
  },
  'system.not-found': {},
};

interface GoodCall extends Pick<ApiRequest, 'query' | 'headers'> {
  /** Bytes are sent unchanged, other values as JSON. */
  readonly body?: object;
  /** Its caller, if the row's access is not enough or the call deletes them. */
  readonly of?: 'somebody new' | 'a subscriber';
}

/** @param translationId of the caller's history, for paths with an id */
export function goodRequest(id: EndpointId, translationId: string = ulid()): ApiRequest {
  const { method, path } = endpoints[id];
  const { of: _, ...call } = goodCalls[id];
  return {
    ...call,
    method: method === 'ANY' ? 'POST' : method,
    path: path === '$default' ? '/api/nothing' : path.replace('{id}', translationId),
    route: path,
    ...(path.includes('{id}') && { pathParameters: { id: translationId } }),
  };
}

/** Options of `fetch` for a running system. */
export function overTheWire({ method, path, query, body, headers }: ApiRequest): [string, RequestInit] {
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const json = body !== undefined && !(body instanceof Uint8Array);
  const sent = new Headers(json ? { 'content-type': 'application/json' } : {});
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) sent.set(name, value);
  return [
    path + search,
    {
      method,
      headers: sent,
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as BodyInit) }),
    },
  ];
}

/** A new entry of a browser's history. */
export function keptTranslation() {
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

export function recordingForm(audio: Uint8Array, fields: Record<string, string> = { language: 'en-US' }) {
  const part = (name: string) => `--parley\r\ncontent-disposition: form-data; name="${name}"`;
  const body = Buffer.concat([
    Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`)
        .join(''),
    ),
    Buffer.from(`${part('audio')}; filename="recording"\r\ncontent-type: audio/wav\r\n\r\n`),
    audio,
    Buffer.from('\r\n--parley--\r\n'),
  ]);
  return { headers: { 'content-type': 'multipart/form-data; boundary=parley' }, body };
}
