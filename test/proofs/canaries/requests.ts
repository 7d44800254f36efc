import { ulid } from 'ulid';
import { wavOf } from '../../support/audio/wav.ts';
import type { Visitor } from '../../support/people/session.ts';

export interface Senders {
  /** A new guest each time. */
  guest(): Visitor;
  readonly free: Visitor;
  readonly premium: Visitor;
}

export type CanaryRequest = (senders: Senders, word: string) => Promise<Response>;

export const requests: Readonly<Record<string, CanaryRequest>> = {
  'a text': ({ guest }, word) =>
    guest().post('/api/translate', english(`Where is ${word}?`), { 'idempotency-key': word }),
  'a text to keep': ({ premium }, word) => premium.post('/api/translate', english(`It is ${word}.`)),
  'a text for an engine that stumbles': ({ guest }, word) =>
    guest().post('/api/translate', english(`^${word}<n>$ [${word}] \\${word}/\0`)),
  'a text whose language is to be found out': ({ guest }, word) =>
    guest().post('/api/translate', { ...english(`Where is ${word}, please?`), sourceLanguage: 'auto' }),
  'a text with options': ({ premium }, word) =>
    premium.post('/api/translate', {
      text: `¿Dónde está ${word}?`,
      sourceLanguage: 'es',
      targetLanguage: 'en-US',
      profanity: 'mask',
      isPrivate: true,
    }),
  languages: ({ guest }, word) =>
    guest().post('/api/translate', { text: word, sourceLanguage: word, targetLanguage: word }),
  'fields of other kinds': ({ guest }, word) =>
    guest().post('/api/translate', { text: [word], [word]: { [word]: 1 } }),
  'JSON that breaks off': ({ guest }, word) => postRaw(guest(), '/api/translate', `{"text":"${word}`),
  'a body that is no JSON': ({ guest }, word) => postRaw(guest(), '/api/translate', word),
  'a body of another kind': ({ guest }, word) => postRaw(guest(), '/api/translate', word, `text/${word}`),
  'a text that is too long': ({ guest }, word) => guest().post('/api/translate', english(word.repeat(600))),
  headers: ({ guest }, word) =>
    guest().post('/api/translate', english(word), {
      'user-agent': word,
      'accept-language': word,
      referer: `https://${word}.example/`,
      'x-forwarded-for': word,
      'x-viewer-address': word,
      'x-amzn-trace-id': `Root=${word}`,
      traceparent: word,
      'idempotency-key': `${word} `.repeat(40),
    }),
  'another site': ({ guest }, word) =>
    guest().post('/api/translate', english(word), {
      'sec-fetch-site': 'cross-site',
      origin: `https://${word}.example`,
    }),
  cookies: ({ guest }, word) => {
    const visitor = guest();
    for (const name of ['guest', 'access', 'refresh', 'login_1']) {
      visitor.cookies.set(`parley_${name}`, word);
      visitor.cookies.set(`__Host-parley_${name}`, tokenOf(word));
    }
    return visitor.fetch('/api/auth/user');
  },
  'a token': ({ guest }, word) => {
    const visitor = guest();
    visitor.cookies.set('parley_access', tokenOf(word));
    return visitor.post('/api/translate', english(word));
  },
  'a path': ({ guest }, word) => guest().fetch(`/api/${word}/${word}?${word}`),
  'a query': ({ premium }, word) => premium.fetch(`/api/translations?cursor=${word}`),
  'a language to have phrases in': ({ guest }, word) => guest().fetch(`/api/phrases?target=${word}`),
  'an id': ({ premium }, word) => premium.fetch(`/api/translations/${word}`, { method: 'DELETE' }),
  'words to look for': ({ premium }, word) =>
    premium.post('/api/translations/search', { query: word, cursor: word }),
  'translations to keep': ({ premium }, word) =>
    premium.post('/api/translations', {
      entries: [
        {
          id: ulid(),
          text: word,
          translatedText: word,
          sourceLanguage: 'en-US',
          targetLanguage: 'es',
          createdAt: new Date().toISOString(),
          isStarred: true,
        },
      ],
    }),
  'translations that are none': ({ premium }, word) =>
    premium.post('/api/translations', { entries: [{ id: word, text: word }] }),
  'a star for what is not there': ({ premium }, word) =>
    premium.post(`/api/translations/${word}/star`, { isStarred: word }),
  'where to go after the login': ({ guest }, word) =>
    guest().fetch(`/api/login?returnTo=/${word}&signup=${word}`),
  'an answer of the login': ({ guest }, word) =>
    guest().fetch(`/api/auth/callback?code=${word}&state=${word}`),
  'an error of the login': ({ guest }, word) =>
    guest().fetch(`/api/auth/callback?error=${word}&error_description=${word}`),
  'a name': ({ free }) => free.fetch('/api/auth/user'),
  settings: ({ guest }, word) => guest().post('/api/settings', { sourceLanguage: word }),
  'a clip': ({ guest }, word) => sendClip(guest(), wav(word.repeat(400)), word),
  'a clip that is none': ({ premium }, word) => sendClip(premium, Buffer.from(word), word),
  'a clip that breaks off': ({ premium }, word) => sendClip(premium, wav(word).subarray(0, 50), word),
  'a clip in a language': ({ guest }, word) => sendClip(guest(), wav(word), word, word),
  'a form that breaks off': ({ guest }, word) =>
    postRaw(
      guest(),
      '/api/transcribe-amazon',
      `--${word}\r\ncontent-disposition: form-data; name="${word}"`,
      `multipart/form-data; boundary=${word}`,
    ),
  'a text to speak': ({ premium }, word) =>
    premium.post('/api/speak', { text: `Say ${word}.`, language: 'en-US' }),
  'a language to speak': ({ premium }, word) => premium.post('/api/speak', { text: word, language: word }),
  'a plan': ({ free }, word) => free.post('/api/create-subscription', { priceId: word }),
  'a webhook': ({ guest }, word) =>
    guest().post(
      '/api/stripe-webhook',
      { id: word, type: word, data: { object: { id: word } } },
      { 'stripe-signature': `t=1,v1=${word}` },
    ),
  'a page of people': ({ free }, word) => free.fetch(`/api/analytics/users?cursor=${word}`),
  people: ({ free }) => free.fetch('/api/analytics/users'),
  'a period': ({ free }, word) => free.fetch(`/api/analytics/revenue?period=${word}`),
  'a kind of builds': ({ free }, word) => free.fetch(`/api/performance/metrics?buildType=${word}`),
};

function english(text: string) {
  return { text, sourceLanguage: 'en-US', targetLanguage: 'es' };
}

function postRaw(visitor: Visitor, path: string, body: string, contentType = 'application/json') {
  return visitor.fetch(path, { method: 'POST', headers: { 'content-type': contentType }, body });
}

function tokenOf(word: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [{ alg: 'RS256', kid: word }, { sub: word, username: word }, {}].map(encode).join('.');
}

function sendClip(visitor: Visitor, clip: Buffer<ArrayBuffer>, word: string, language = 'en-US') {
  const form = new FormData();
  form.set('audio', new File([clip], `${word}.wav`, { type: `audio/${word}` }));
  form.set('language', language);
  form.set(word, word);
  return visitor.fetch('/api/transcribe-amazon', { method: 'POST', body: form });
}

function wav(letters: string): Buffer<ArrayBuffer> {
  return wavOf(Buffer.from(letters.padEnd(letters.length + (letters.length % 2))));
}
