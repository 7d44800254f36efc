import { expect, test } from 'vitest';
import { routes } from '../../../shared/routes.ts';

test('every path is there once, in lower-case words without an end slash, and none is the API’s', () => {
  const paths = routes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => !/^\/(?!api)([a-z]+(-[a-z]+)*)?$/.test(path))).toEqual([]);
});

test('two addresses of a page have one title and one access', () => {
  const promises = routes.map(({ page, title, access }) => `${page}: ${title}, ${access}`);
  expect(new Set(promises).size).toBe(new Set(routes.map(({ page }) => page)).size);
});
