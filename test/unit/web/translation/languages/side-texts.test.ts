import { expect, test } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { findSideTexts } from '../../../../../web/translation/dialogue/side-texts.ts';

test('every language has its own notices', () => {
  const missing = languages.filter(({ code }) => !findSideTexts(code));
  expect(missing).toEqual([]);
  const english = languages.filter(({ code }) => findSideTexts(code) === findSideTexts('en'));
  expect(english.map(({ translate }) => translate)).toEqual(english.map(() => 'en'));
});

test('a region without notices uses its language’s', () => {
  expect(findSideTexts('de-CH')).toBe(findSideTexts('de'));
  expect(findSideTexts('zh-TW')).not.toBe(findSideTexts('zh-CN'));
});

test('an alias has the notices of its language', () => {
  expect(findSideTexts('es-ES')).toBe(findSideTexts('es'));
});

test('a language without notices shows none, not English', () => {
  expect(findSideTexts('ar')).toBeUndefined();
});
