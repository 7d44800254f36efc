import { expect, test } from 'vitest';
import { files } from './files.ts';
import { looseTexts } from './markup.ts';

test('every text is the only child of its element, so that React finds it after a page translator', () => {
  // Those two only render HTML in the build.
  const components = files.filter((path) => /^web\/(?!landing\/|documents\/).*\.tsx$/.test(path));
  expect(components.length).toBeGreaterThan(0);
  expect(looseTexts(components)).toEqual([]);
});
