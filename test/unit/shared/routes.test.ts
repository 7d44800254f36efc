import { expect, test } from 'vitest';
import { type Route, routes } from '../../../shared/routes.ts';

test('no path is there twice', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
});

test('every path is lower-case words without an end slash', () => {
  expect(routes.filter(({ path }) => !/^\/([a-z]+(-[a-z]+)*)?$/.test(path))).toEqual([]);
});

test('no path is one of the API’s', () => {
  expect(routes.filter(({ path }) => path.startsWith('/api'))).toEqual([]);
});

test('the two addresses of a page are the same page, under the same title and access', () => {
  const alike = Map.groupBy(routes, ({ page }) => page);
  const aliases = [...alike.values()].filter((own) => own.length > 1);
  expect(aliases.map((own) => own.map(({ path }) => path))).toEqual([
    ['/', '/speech-translator'],
    ['/subscription', '/subscribe'],
  ]);
  const promise = ({ title, access }: Route) => `${title}, ${access}`;
  expect(aliases.map((own) => new Set(own.map(promise)).size)).toEqual([1, 1]);
});

test('every page has a title', () => {
  expect(routes.filter(({ title }: Route) => title.trim() === '')).toEqual([]);
});
