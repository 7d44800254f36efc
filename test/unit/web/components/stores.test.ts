import { afterEach, describe, expect, test, vi } from 'vitest';
import { toasts } from '../../../../web/components/toasts/toasts.ts';
import { canRecognise, canSpeak, canTranslate, type Health } from '../../../../web/system/health.ts';
import { createRequestKeys } from '../../../../web/translation/translator/run-translator.ts';
import { healthOf } from '../../../support/component/health.ts';

afterEach(() => vi.useRealTimers());

describe('toasts', () => {
  test('one is visible at a time: the newest', () => {
    toasts.show({ title: 'First', description: '' });
    toasts.show({ title: 'Second', description: '' });
    expect(toasts.get().map(({ title }) => title)).toEqual(['Second']);
  });

  test('a dismissed one is closed at once and removed after 1,000,000 ms', () => {
    vi.useFakeTimers();
    const id = toasts.show({ title: 'Gone', description: '' });
    toasts.dismiss(id);
    expect(toasts.get()[0]).toMatchObject({ title: 'Gone', isOpen: false });
    vi.advanceTimersByTime(999_999);
    expect(toasts.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.get()).toHaveLength(0);
  });
});

describe('the abilities of the server', () => {
  const pairs = ['en-US>es', 'es>en-US'];
  const health = healthOf({ listens: ['en-US'], speaks: ['es'], pairs });

  test('come from the engines, for both codes of Spanish', () => {
    expect(canTranslate(health, 'en-US', 'es-ES')).toBe(true);
    expect(canTranslate(health, 'en-US', 'fr')).toBe(false);
    expect(canTranslate(health, 'ar', 'es')).toBe(false);
    expect(canRecognise(health, 'es-ES')).toBe(false);
    expect(canSpeak(health, 'es-ES')).toBe(true);
    expect(canSpeak(health, 'th')).toBe(false);
  });

  test('count as present if unknown', () => {
    expect(canTranslate(undefined, 'ar', 'vi')).toBe(true);
    expect(canRecognise(undefined, 'vi')).toBe(true);
    const down = { up: false, languages: [] };
    const dark: Health = {
      status: 'degraded',
      engines: {
        translation: { ...down, pairs: null },
        recognition: { ...down, streams: true },
        speech: down,
      },
    };
    expect(canRecognise(dark, 'vi')).toBe(true);
    expect(canSpeak(dark, 'vi')).toBe(true);
  });
});

test('a request keeps its key while its input is unchanged', () => {
  const getKey = createRequestKeys();
  const hello = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' };
  const first = getKey(hello);
  expect(first).toMatch(/^[0-9A-Z]{26}$/);
  expect(getKey({ ...hello })).toBe(first);
  const others = [
    { ...hello, targetLanguage: 'fr' },
    { ...hello, targetLanguage: 'fr', text: 'hello!' },
    { ...hello, formality: 'formal' },
  ].map(getKey);
  expect(new Set([first, ...others]).size).toBe(4);
});
