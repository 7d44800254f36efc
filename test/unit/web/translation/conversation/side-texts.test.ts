import { expect, test } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { findSideText } from '../../../../../web/translation/conversation/side-texts.tsx';

const notices = ['speak', 'listen', 'next', 'wait', 'type'] as const;

test('every language has its own notices', () => {
  for (const notice of notices) {
    const missing = languages.filter(({ code }) => !findSideText(code, notice));
    expect(missing).toEqual([]);
    const english = languages.filter(({ code }) => findSideText(code, notice) === findSideText('en', notice));
    expect(english.map(({ translate }) => translate)).toEqual(english.map(() => 'en'));
  }
});

test('the notices are in the order of their names', () => {
  expect(notices.map((notice) => findSideText('en', notice))).toEqual([
    'Tap and speak',
    'The other person is speaking.',
    'You speak next.',
    'One moment…',
    'Type here',
  ]);
});

test('a region or an alias without notices uses its language’s', () => {
  expect(findSideText('de-CH', 'speak')).toBe(findSideText('de', 'speak'));
  expect(findSideText('zh-TW', 'speak')).not.toBe(findSideText('zh-CN', 'speak'));
  // An alias of Spanish.
  expect(findSideText('es-ES', 'speak')).toBe(findSideText('es', 'speak'));
});

test('a language without notices shows none, not English', () => {
  expect(findSideText('ar', 'speak')).toBeUndefined();
});
