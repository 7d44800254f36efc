import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { privateMode } from '../../../../../web/translation/private-mode.ts';
import {
  createTranslator,
  type TranslatorState,
} from '../../../../../web/translation/translator/translator.ts';
import { saveDraft, takeDraft } from '../../../../../web/translation/translator/use-translator.ts';
import { stubStorage } from '../../../../support/component/storage.ts';

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

test('words that speech has shown are the text, until it has ended', () => {
  saveDraft({ ...typed('good evening'), phase: 'listening', interim: 'I am allergic ' });
  expect(takeDraft()?.text).toBe('I am allergic');
});

test('private mode keeps a text only while the page is left for the login', () => {
  privateMode.set(true);
  onTestFinished(() => privateMode.set(false));
  saveDraft(typed('good evening'));
  expect(takeDraft()).toBeUndefined();
  saveDraft(typed('good evening'), 'login');
  expect(takeDraft()?.text).toBe('good evening');
});

test('nothing is kept for the next person after a logout', () => {
  saveDraft(typed('good evening'));
  saveDraft(typed('good evening'), 'logout');
  expect(takeDraft()).toBeUndefined();
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
])('a stored value that is not a draft is ignored: %j', (stored) => {
  stubStorage('sessionStorage', { 'parley.draft': JSON.stringify(stored) });
  expect(takeDraft()).toBeUndefined();
});

function typed(text: string): TranslatorState {
  return { ...createTranslator('en-US', 'es-ES'), text };
}
