import { expect, test } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { tapAndSpeak } from '../../../../../web/translation/dialogue/tap-and-speak.ts';

test('the prompt to speak is in the source language', () => {
  const english = languages.filter(({ code }) => tapAndSpeak(code) === tapAndSpeak('en'));
  expect(english.map(({ translate }) => translate)).toEqual(english.map(() => 'en'));
});

test('a region without a sentence uses its language’s', () => {
  expect(tapAndSpeak('de-CH')).toBe(tapAndSpeak('de'));
  expect(tapAndSpeak('zh-TW')).not.toBe(tapAndSpeak('zh-CN'));
});

test('an alias has the sentence of its language', () => {
  expect(tapAndSpeak('es-ES')).toBe(tapAndSpeak('es'));
});
