import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../../web/queries.ts';
import { type Health, healthQuery } from '../../../../../web/system/health.ts';
import {
  addStyle,
  filterStyle,
  findStyleOptions,
  parseStyle,
  style,
} from '../../../../../web/translation/input/style.ts';
import { healthOf } from '../../../../support/component/health.ts';

const health = healthOf({
  options: { formality: ['de', 'es'], profanity: ['de', 'en-US'], detection: true },
});
const words = { text: 'Are you sure?', sourceLanguage: 'en-US', targetLanguage: 'de' };

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  queryClient.setQueryData(healthQuery.queryKey, health);
});
afterEach(() => {
  style.set({});
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('the available styles', () => {
  test('come from health', () => {
    expect(findStyleOptions(health, 'de')).toEqual({ hasFormality: true, canMaskProfanity: true });
    expect(findStyleOptions(health, 'en-US')).toEqual({ hasFormality: false, canMaskProfanity: true });
    expect(findStyleOptions(health, 'es-ES')).toEqual({ hasFormality: true, canMaskProfanity: false });
    expect(findStyleOptions(health, 'fr')).toEqual({ hasFormality: false, canMaskProfanity: false });
  });

  test('are empty while health is unknown, or lacks them', () => {
    const { options: _, ...translation } = health.engines.translation;
    const silent: Health = { ...health, engines: { ...health.engines, translation } };
    for (const known of [undefined, silent]) {
      expect(findStyleOptions(known, 'de')).toEqual({ hasFormality: false, canMaskProfanity: false });
    }
  });
});

describe('a translation is requested', () => {
  test('without a style if none is chosen', async () => {
    expect(await addStyle(words)).toEqual(words);
  });

  test('in the chosen style, as far as its language has it', async () => {
    style.set({ formality: 'informal', profanity: 'mask' });
    expect(await addStyle(words)).toEqual({ ...words, formality: 'informal', profanity: 'mask' });
    expect(await addStyle({ ...words, targetLanguage: 'es-ES' })).toMatchObject({ formality: 'informal' });
    const french = { ...words, targetLanguage: 'fr' };
    expect(await addStyle(french)).toEqual(french);
  });

  test('without a style if health fails, and at once when offline', async () => {
    style.set({ formality: 'formal' });
    queryClient.clear();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('down')));
    expect(await addStyle(words)).toEqual(words);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await addStyle(words)).toEqual(words);
  });
});

test('a choice that one language lacks stays for others', () => {
  const chosen = { formality: 'formal', profanity: 'mask' } as const;
  style.set(chosen);
  expect(filterStyle(chosen, { hasFormality: false, canMaskProfanity: true })).toEqual({ profanity: 'mask' });
  expect(style.get()).toEqual(chosen);
});

test.each<[unknown, object]>([
  [undefined, {}],
  [null, {}],
  [7, {}],
  [{ formality: 'polite', profanity: true }, {}],
  [
    { formality: 'formal', profanity: 'mask', more: 1 },
    { formality: 'formal', profanity: 'mask' },
  ],
])('only valid values of the stored style %j are used', (stored, expected) => {
  expect(parseStyle(stored)).toEqual(expected);
});
