import { expect, test, vi } from 'vitest';

test.each([
  ['en', 'Cancelled. You keep access.'],
  ['de', 'Cancelled. You keep access.'],
  ['ja', 'Cancelled.You keep access.'],
  ['zh', 'Cancelled.You keep access.'],
])('sentences in %s stand apart as that language writes them', async (shownLanguage, joined) => {
  vi.resetModules();
  vi.doMock('../../../../web/language/shown-language.ts', () => ({ shownLanguage }));
  const { joinSentences } = await import('../../../../web/language/sentences.ts');
  expect(joinSentences('Cancelled.', undefined, 'You keep access.')).toBe(joined);
});
