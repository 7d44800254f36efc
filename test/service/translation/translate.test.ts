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

test('a guest’s text has at most 1,000 characters, and a longer one is refused with both limits', async () => {
  const longest = 'the house '.repeat(100).trim();
  expect((await translate(url, `${longest}s`, 'en-US', 'es-ES')).status).toBe(200);
  const refused = await translate(url, `${longest}es`, 'en-US', 'es-ES');
  expect(refused.status).toBe(400);
  const { issues } = (await refused.json()) as { issues: { message: string }[] };
  expect(issues.map(({ message }) => message)).toEqual([expect.stringMatching(/\b1,000\b.*\b5,000\b/)]);
});

test('an impossible pair is refused: both languages are named, and no engine is called', async () => {
  const response = await translate(url, 'Guten Tag', 'de', 'ja');
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    code: 'unsupported_language_pair',
    error: expect.stringMatching(/German.*Japanese/),
  });
});
