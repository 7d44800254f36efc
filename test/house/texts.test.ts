import { expect, test } from 'vitest';
import { files } from './files.ts';
import { markupTextsOf, placeOf } from './imports.ts';

/** Texts and documents of their own. */
const exempt = /^web\/(?:texts|landing|documents)\/|\/privacy-policy-page\.tsx$/;
/** Brands and keys, which no language translates. */
const names = /\b(?:Parley|Ctrl)\b/g;

test('components take what people read from web/texts', () => {
  const components = files.filter((path) => /^web\/.*\.tsx$/.test(path) && !exempt.test(path));
  expect(components.length).toBeGreaterThan(0);
  const written = components.flatMap((path) =>
    markupTextsOf(path)
      .filter(({ text }) => /\p{L}{2}/u.test(text.replaceAll(names, '')))
      .map(({ text, start }) => `${placeOf(path, start + text.search(/\S/))} ${text.trim().slice(0, 60)}`),
  );
  expect(written).toEqual([]);
});
