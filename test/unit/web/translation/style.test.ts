import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/queries.ts';
import { type Health, healthQuery } from '../../../../web/system/health.ts';
import { offeredFor, parseStyle, style, styled, within } from '../../../../web/translation/input/style.ts';

const engine = { up: true, languages: [] };
const health: Health = {
  status: 'ok',
  engines: {
    translation: {
      ...engine,
      pairs: null,
      options: { formality: ['de', 'es'], profanity: ['de', 'en-US'], detection: true },
    },
    recognition: engine,
    speech: engine,
  },
};
const words = { text: 'Are you sure?', sourceLanguage: 'en-US', targetLanguage: 'de' };

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  queryClient.setQueryData(healthQuery.queryKey, health);
});
afterEach(() => {
  style.change({});
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('what can be asked for', () => {
  test('is what health says of the target', () => {
    expect(offeredFor(health, 'de')).toEqual({ formality: true, profanity: true });
    expect(offeredFor(health, 'en-US')).toEqual({ formality: false, profanity: true });
    expect(offeredFor(health, 'es-ES')).toEqual({ formality: true, profanity: false });
    expect(offeredFor(health, 'fr')).toEqual({ formality: false, profanity: false });
  });

  test('is nothing as long as nothing is known, also from a server that does not say', () => {
    const { options: _, ...translation } = health.engines.translation;
    const silent: Health = { ...health, engines: { ...health.engines, translation } };
    for (const known of [undefined, silent]) {
      expect(offeredFor(known, 'de')).toEqual({ formality: false, profanity: false });
    }
  });
});

describe('a translation is asked for', () => {
  test('as it comes, where nothing is chosen', async () => {
    expect(await styled(words)).toEqual(words);
  });

  test('in the style that is chosen, as far as its language has it', async () => {
    style.change({ formality: 'informal', profanity: 'mask' });
    expect(await styled(words)).toEqual({ ...words, formality: 'informal', profanity: 'mask' });
    expect(await styled({ ...words, targetLanguage: 'es-ES' })).toMatchObject({ formality: 'informal' });
    const french = { ...words, targetLanguage: 'fr' };
    expect(await styled(french)).toEqual(french);
  });

  test('as it comes where health cannot be asked, and at once without a connection', async () => {
    style.change({ formality: 'formal' });
    queryClient.clear();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('down')));
    expect(await styled(words)).toEqual(words);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await styled(words)).toEqual(words);
  });
});

test('a choice that a language lacks is not lost for the others', () => {
  const chosen = { formality: 'formal', profanity: 'mask' } as const;
  style.change(chosen);
  expect(within(chosen, { formality: false, profanity: true })).toEqual({ profanity: 'mask' });
  expect(style.get()).toEqual(chosen);
});

test.each<[string | null, object]>([
  [null, {}],
  ['', {}],
  ['{', {}],
  ['null', {}],
  ['7', {}],
  ['{"formality":"polite","profanity":true}', {}],
  ['{"formality":"formal","profanity":"mask","more":1}', { formality: 'formal', profanity: 'mask' }],
])('kept text %s is read as what is valid of it', (text, expected) => {
  expect(parseStyle(text)).toEqual(expected);
});

test('it is kept in this browser, nothing of it where nothing is chosen, and none the less where it may not be', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  style.change({ formality: 'formal' });
  expect([...kept]).toEqual([['parley.style', '{"formality":"formal"}']]);
  style.change({});
  expect(kept.size).toBe(0);
  vi.stubGlobal('localStorage', undefined);
  style.change({ profanity: 'mask' });
  expect(style.get()).toEqual({ profanity: 'mask' });
});
