import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';
import { translate } from '../../support/parley/system.ts';

const url = sharedParley.url;

test('a text is translated from English to Spanish, the default pair', async () => {
  const response = await translate(url, 'Where is the train station?', 'en-US', 'es-ES');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { translatedText } = (await response.json()) as { translatedText: string };
  expect(translatedText).toMatch(/estación de tren/i);
});

test('an impossible pair is refused: both languages are named, and no engine is called', async () => {
  const response = await translate(url, 'Guten Tag', 'de', 'ja');
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    code: 'unsupported_language_pair',
    error: expect.stringMatching(/German.*Japanese/),
  });
});
