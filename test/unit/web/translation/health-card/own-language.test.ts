import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('../../../../../web/language/shown-language.ts');
  vi.resetModules();
});

test.each([
  ['ar', 'en-US', 'ar'],
  ['pt', 'en-US', 'pt-BR'],
  ['zh', 'en-US', 'zh-CN'],
  ['fr', 'fr-CA', 'fr-CA'],
  ['en', 'pl', 'pl'],
])('on a page in %s, with %s as From, the card’s reader reads %s', async (shownLanguage, source, own) => {
  vi.doMock('../../../../../web/language/shown-language.ts', () => ({ shownLanguage }));
  const { findOwnLanguage } = await import('../../../../../web/translation/health-card/own-language.ts');
  expect(findOwnLanguage(source)).toBe(own);
});
