import { ulid } from 'ulid';
import { wavOf } from '../../support/audio/wav.ts';
import type { Visitor } from '../../support/people/session.ts';
import { canary } from './canary.ts';

export interface Senders {
  /** A new guest each time. */
  guest(): Visitor;
  readonly free: Visitor;
  readonly premium: Visitor;
}

export type CanaryRequest = (senders: Senders, number: number) => Promise<Response>;

export const requests: Readonly<Record<string, CanaryRequest>> = {
  'a text': ({ guest }, number) =>
    guest().post('/api/translate', english(`Where is ${canary(number)}?`), {
      'idempotency-key': canary(number),
    }),
  'a text to keep': ({ premium }, number) =>
    premium.post('/api/translate', english(`It is ${canary(number)}.`)),
  'a text for an engine that stumbles': ({ guest }, number) =>
    guest().post(
      '/api/translate',
      english(`^${canary(number)}<n>$ [${canary(number)}] \\${canary(number)}/\0`),
    ),
  'a text whose language is to be found out': ({ guest }, number) =>
    guest().post('/api/translate', {
      ...english(`Where is ${canary(number)}, please?`),
      sourceLanguage: 'auto',
    }),
  'a text with options': ({ premium }, number) =>
    premium.post('/api/translate', {
      text: `¿Dónde está ${canary(number)}?`,
      sourceLanguage: 'es',
      targetLanguage: 'en-US',
      profanity: 'mask',
      isPrivate: true,
    }),
  languages: ({ guest }, number) =>
    guest().post('/api/translate', {
      text: canary(number),
      sourceLanguage: canary(number),
      targetLanguage: canary(number),
    }),
  'fields of other kinds': ({ guest }, number) =>
    guest().post('/api/translate', { text: [canary(number)], [canary(number)]: { [canary(number)]: 1 } }),
  'JSON that breaks off': ({ guest }, number) =>
    postRaw(guest(), '/api/translate', `{"text":"${canary(number)}`),
  'a body that is no JSON': ({ guest }, number) => postRaw(guest(), '/api/translate', canary(number)),
  'a body of another kind': ({ guest }, number) =>
    postRaw(guest(), '/api/translate', canary(number), `text/${canary(number)}`),
  'a text that is too long': ({ guest }, number) =>
    guest().post('/api/translate', english(canary(number).repeat(600))),
  headers: ({ guest }, number) =>
    guest().post('/api/translate', english(canary(number)), {
      'user-agent': canary(number),
      'accept-language': canary(number),
      referer: `https://${canary(number)}.example/`,
      'x-forwarded-for': canary(number),
      'x-viewer-address': canary(number),
      'x-amzn-trace-id': `Root=${canary(number)}`,
      traceparent: canary(number),
      'idempotency-key': `${canary(number)} `.repeat(40),
    }),
  'another site': ({ guest }, number) =>
    guest().post('/api/translate', english(canary(number)), {
      'sec-fetch-site': 'cross-site',
      origin: `https://${canary(number)}.example`,
    }),
  cookies: ({ guest }, number) => {
    const visitor = guest();
    for (const name of ['guest', 'access', 'refresh', 'login_1']) {
      visitor.cookies.set(`parley_${name}`, canary(number));
      visitor.cookies.set(`__Host-parley_${name}`, tokenOf(number));
    }
    return visitor.fetch('/api/auth/user');
  },
  'a token': ({ guest }, number) => {
    const visitor = guest();
    visitor.cookies.set('parley_access', tokenOf(number));
    return visitor.post('/api/translate', english(canary(number)));
  },
  'a path': ({ guest }, number) =>
    guest().fetch(`/api/${canary(number)}/${canary(number)}?${canary(number)}`),
  'a query': ({ premium }, number) => premium.fetch(`/api/translations?cursor=${canary(number)}`),
  'a language to have phrases in': ({ guest }, number) =>
    guest().fetch(`/api/phrases?target=${canary(number)}`),
  'an id': ({ premium }, number) =>
    premium.fetch(`/api/translations/${canary(number)}`, { method: 'DELETE' }),
  'words to look for': ({ premium }, number) =>
    premium.post('/api/translations/search', { query: canary(number), cursor: canary(number) }),
  'translations to keep': ({ premium }, number) =>
    premium.post('/api/translations', {
      entries: [
        {
          id: ulid(),
          text: canary(number),
          translatedText: canary(number),
          sourceLanguage: 'en-US',
          targetLanguage: 'es',
          createdAt: new Date().toISOString(),
          isStarred: true,
        },
      ],
    }),
  'translations that are none': ({ premium }, number) =>
    premium.post('/api/translations', { entries: [{ id: canary(number), text: canary(number) }] }),
  'a star for what is not there': ({ premium }, number) =>
    premium.post(`/api/translations/${canary(number)}/star`, { isStarred: canary(number) }),
  'where to go after the login': ({ guest }, number) =>
    guest().fetch(`/api/login?returnTo=/${canary(number)}&signup=${canary(number)}`),
  'an answer of the login': ({ guest }, number) =>
    guest().fetch(`/api/auth/callback?code=${canary(number)}&state=${canary(number)}`),
  'an error of the login': ({ guest }, number) =>
    guest().fetch(`/api/auth/callback?error=${canary(number)}&error_description=${canary(number)}`),
  'a name': ({ free }) => free.fetch('/api/auth/user'),
  settings: ({ guest }, number) => guest().post('/api/settings', { sourceLanguage: canary(number) }),
  'a clip': ({ guest }, number) => sendClip(guest(), wav(canary(number).repeat(400)), number),
  'a clip that is none': ({ premium }, number) => sendClip(premium, Buffer.from(canary(number)), number),
  'a clip that breaks off': ({ premium }, number) =>
    sendClip(premium, wav(canary(number)).subarray(0, 50), number),
  'a clip in a language': ({ guest }, number) =>
    sendClip(guest(), wav(canary(number)), number, canary(number)),
  'a form that breaks off': ({ guest }, number) =>
    postRaw(
      guest(),
      '/api/transcribe-amazon',
      `--${canary(number)}\r\ncontent-disposition: form-data; name="${canary(number)}"`,
      `multipart/form-data; boundary=${canary(number)}`,
    ),
  'a text to speak': ({ premium }, number) =>
    premium.post('/api/speak', { text: `Say ${canary(number)}.`, language: 'en-US' }),
  'a language to speak': ({ premium }, number) =>
    premium.post('/api/speak', { text: canary(number), language: canary(number) }),
  'a plan': ({ free }, number) => free.post('/api/create-subscription', { priceId: canary(number) }),
  'a webhook': ({ guest }, number) =>
    guest().post(
      '/api/stripe-webhook',
      { id: canary(number), type: canary(number), data: { object: { id: canary(number) } } },
      { 'stripe-signature': `t=1,v1=${canary(number)}` },
    ),
  'a page of people': ({ free }, number) => free.fetch(`/api/analytics/users?cursor=${canary(number)}`),
  people: ({ free }) => free.fetch('/api/analytics/users'),
  'a period': ({ free }, number) => free.fetch(`/api/analytics/revenue?period=${canary(number)}`),
  'a kind of builds': ({ free }, number) =>
    free.fetch(`/api/performance/metrics?buildType=${canary(number)}`),
};

function english(text: string) {
  return { text, sourceLanguage: 'en-US', targetLanguage: 'es' };
}

function postRaw(visitor: Visitor, path: string, body: string, contentType = 'application/json') {
  return visitor.fetch(path, { method: 'POST', headers: { 'content-type': contentType }, body });
}

function tokenOf(number: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [{ alg: 'RS256', kid: canary(number) }, { sub: canary(number), username: canary(number) }, {}]
    .map(encode)
    .join('.');
}

function sendClip(visitor: Visitor, clip: Buffer<ArrayBuffer>, number: number, language = 'en-US') {
  const form = new FormData();
  form.set('audio', new File([clip], `${canary(number)}.wav`, { type: `audio/${canary(number)}` }));
  form.set('language', language);
  form.set(canary(number), canary(number));
  return visitor.fetch('/api/transcribe-amazon', { method: 'POST', body: form });
}

function wav(letters: string): Buffer<ArrayBuffer> {
  return wavOf(Buffer.from(letters.padEnd(letters.length + (letters.length % 2))));
}
