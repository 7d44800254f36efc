import { expect, test } from 'vitest';
import { phrases } from '../../../shared/phrases.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;

const read = async (query: string) => {
  const response = await fetch(`${url}/api/phrases${query}`);
  const body = (await response.json()) as {
    target: string;
    phrases: { id: string; text: string; translatedText: string }[];
  };
  return { response, body };
};

test('quick phrases are translated in list order, and may be cached for a day', async () => {
  const { response, body } = await read('?target=es-ES');
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(body.target).toBe('es-ES');
  const order = phrases.map(({ id }) => id);
  const ids = body.phrases.map(({ id }) => id);
  expect(ids).toEqual(order.filter((id) => ids.includes(id)));
  expect(body.phrases.find(({ id }) => id === 'en-train-station')).toEqual({
    id: 'en-train-station',
    text: 'Where is the train station?',
    translatedText: expect.stringMatching(/estación/i),
  });
});

test('a phrase in the target language stays unchanged', async () => {
  const { body } = await read('?target=es');
  for (const phrase of phrases.filter(({ language }) => language === 'es')) {
    expect(body.phrases).toContainEqual({ id: phrase.id, text: phrase.text, translatedText: phrase.text });
  }
});

test('untranslatable phrases are left out', async () => {
  const { body } = await read('?target=fr');
  expect(body.phrases.map(({ id }) => id)).not.toContain(
    phrases.find(({ language }) => language === 'zh-CN')?.id,
  );
});
