import { expect, test } from 'vitest';
import { routes } from '../../../shared/routes.ts';

test('every path is unique, in lower case, without a trailing slash and outside the API', () => {
  const paths = routes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => !/^\/(?!api)([a-z]+(-[a-z]+)*)?$/.test(path))).toEqual([]);
});

test('addresses of the same page share their access', () => {
  const promises = routes.map(({ page, access }) => `${page}: ${access}`);
  expect(new Set(promises).size).toBe(new Set(routes.map(({ page }) => page)).size);
});
