import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('../../../../web/language/shown-language.ts');
  vi.resetModules();
});

test.each([
  ['es', 'inglés', 'Inglés'],
  ['fr', 'anglais', 'Anglais'],
  ['it', 'inglese', 'Inglese'],
  ['pt', 'inglês', 'Inglês'],
  ['ru', 'английский', 'Английский'],
  ['de', 'Englisch', 'Englisch'],
  ['ja', '英語', '英語'],
])('a language’s name in %s is %s in a sentence, and %s alone', async (shownLanguage, within, alone) => {
  vi.doMock('../../../../web/language/shown-language.ts', () => ({ shownLanguage }));
  const { capitalise, getShortName } = await import('../../../../web/language/language-name.ts');
  expect(getShortName('en-GB')).toBe(within);
  expect(capitalise(getShortName('en-GB'))).toBe(alone);
});
