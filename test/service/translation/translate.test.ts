import { describe, expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';
import { post, translate } from '../../support/parley/system.ts';
import { type Visitor, visit } from '../../support/people/session.ts';

const url = sharedParley.url;

describe('a text is translated', () => {
  test('from English to Spanish, the default pair', async () => {
    const response = await translate(url, 'Where is the train station?', 'en-US', 'es-ES');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { translatedText } = (await response.json()) as { translatedText: string };
    expect(translatedText).toMatch(/estación de tren/i);
  });

  test('from Spanish to English', async () => {
    const response = await translate(url, 'La casa es roja.', 'es', 'en-US');
    expect(await response.json()).toEqual({ translatedText: expect.stringMatching(/house|home/i) });
  });

  test('unchanged when both languages share a code, with or without an engine', async () => {
    for (const [source, target] of [
      ['en-US', 'en-GB'],
      ['zh-TW', 'zh-HK'],
      ['de', 'de-CH'],
    ] as const) {
      const response = await translate(url, '  Tea & scones  ', source, target);
      expect(await response.json()).toEqual({ translatedText: 'Tea & scones' });
    }
  });
});

describe('a bad request gets a sentence that says what to do', () => {
  const good = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' };

  test('a text of nothing but invisible characters', async () => {
    const response = await post(url, '/api/translate', { ...good, text: '\0\u200b\ufeff' });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'Type or say something to translate.',
        code: 'invalid_request',
        requestId: expect.any(String),
        issues: [{ path: 'text', message: 'Type or say something to translate.' }],
      },
    ]);
  });

  test('a pair that no engine has: both languages are named, and nothing is sent on', async () => {
    const response = await translate(url, 'Guten Tag', 'de', 'ja');
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'unsupported_language_pair',
      error: expect.stringMatching(/German.*Japanese/),
    });
  });
});

describe('a visitor', () => {
  test('pays nothing for what cannot be translated, is malformed or needs no translation', async () => {
    const guest = visit(url);
    expect((await ask(guest, 'Guten Tag', { sourceLanguage: 'de', targetLanguage: 'ja' })).status).toBe(422);
    expect((await ask(guest, ' ')).status).toBe(400);
    expect((await ask(guest, 'Tea', { targetLanguage: 'en-GB' })).status).toBe(200);
    expect(await statusOf(guest)).toMatchObject({ translationsUsed: 0 });
  });

  test('pays once for one request that is sent again', async () => {
    const guest = visit(url);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (const turn of [1, 2, 3]) {
      expect((await ask(guest, 'the house', {}, headers)).status, `${turn}`).toBe(200);
    }
    expect((await ask(guest, 'the boat', {}, headers)).status).toBe(409);
    expect(await statusOf(guest)).toMatchObject({ translationsUsed: 1 });
  });
});

function ask(visitor: Visitor, text: string, pair: object = {}, headers: Record<string, string> = {}) {
  const body = { text, sourceLanguage: 'en-US', targetLanguage: 'es', ...pair };
  return visitor.post('/api/translate', body, headers);
}

async function statusOf(visitor: Visitor) {
  return (await visitor.fetch('/api/subscription-status')).json();
}
