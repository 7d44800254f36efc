import { beforeEach, expect, test, vi } from 'vitest';
import { createTranslator, type TranslatorState } from '../../../../web/translation/translator/translator.ts';
import { saveDraft, takeDraft } from '../../../../web/translation/translator/use-translator.ts';
import { stubStorage } from '../../../support/component/storage.ts';

beforeEach(() => {
  stubStorage('sessionStorage');
  return () => vi.unstubAllGlobals();
});

test('a kept text is returned once, with its languages', () => {
  saveDraft(typed('good evening'), 'reload');
  expect(takeDraft()).toMatchObject({ text: 'good evening', source: 'en-US', target: 'es-ES' });
  expect(takeDraft()).toBeUndefined();
});

test('with a used-up allowance, it is translated after a login but not after a reload', () => {
  const usedUp = { ...typed('good evening'), allowance: { isUsedUp: true, textCharacters: 1_000 } };
  saveDraft(usedUp, 'login');
  expect(takeDraft()?.shouldTranslate).toBe(true);
  saveDraft(usedUp, 'reload');
  expect(takeDraft()?.shouldTranslate).toBe(false);
});

test('an empty text removes the kept one', () => {
  saveDraft(typed('good evening'), 'reload');
  saveDraft(typed(' '), 'reload');
  expect(takeDraft()).toBeUndefined();
});

test.each([
  5,
  'good evening',
  {},
  { text: 5, source: 'en-US', target: 'es-ES' },
  { text: 'hi', source: null },
])('what is no draft is ignored: %j', (stored) => {
  stubStorage('sessionStorage', { 'parley.draft': JSON.stringify(stored) });
  expect(takeDraft()).toBeUndefined();
});

function typed(text: string): TranslatorState {
  return { ...createTranslator('en-US', 'es-ES'), text };
}
