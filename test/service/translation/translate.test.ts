import { describe, expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';
import { post, translate } from '../../support/parley/system.ts';

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

describe('a bad request gets a sentence with advice', () => {
  const good = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' };

  test('a text of invisible characters', async () => {
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

  test('an impossible pair: both languages are named, and no engine is called', async () => {
    const response = await translate(url, 'Guten Tag', 'de', 'ja');
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'unsupported_language_pair',
      error: expect.stringMatching(/German.*Japanese/),
    });
  });
});
