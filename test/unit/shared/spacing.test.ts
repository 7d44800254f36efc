import { expect, test } from 'vitest';
import { languages } from '../../../shared/languages.ts';
import { spaceOf } from '../../../shared/spacing.ts';

test('Chinese, Japanese and Thai stand without spaces, all others with one', () => {
  const unspaced = languages.map(({ code }) => code).filter((code) => spaceOf(code) === '');
  expect(unspaced.toSorted()).toEqual(['ja', 'th', 'zh-CN', 'zh-HK', 'zh-TW']);
  expect(spaceOf('')).toBe(' ');
});
