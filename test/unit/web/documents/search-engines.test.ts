import { expect, test } from 'vitest';
import { interfaceLanguageCodes } from '../../../../shared/interface-languages.ts';
import { renderRobots, renderSitemap } from '../../../../web/documents/search-engines.ts';

test('robots.txt keeps search engines from the API, and names the sitemap where the domain is known', () => {
  expect(renderRobots(undefined)).toBe('User-agent: *\nDisallow: /api/\n');
  expect(renderRobots('parley.example')).toBe(
    'User-agent: *\nDisallow: /api/\nSitemap: https://parley.example/sitemap.xml\n',
  );
});

test('the sitemap has the landing page of each language with all others, and each other page once', () => {
  const sitemap = renderSitemap('parley.example', ['/terms', '/refunds']);
  expect(Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)).toEqual([
    ...interfaceLanguageCodes.map((code) => `https://parley.example/${code}`),
    'https://parley.example/terms',
    'https://parley.example/refunds',
  ]);
  const [first = ''] = sitemap.match(/<url>.*?<\/url>/) ?? [];
  const alternates = first.matchAll(/rel="alternate" hreflang="(.*?)" href="(.*?)"/g);
  expect(Array.from(alternates, ([, code, url]) => [code, url])).toEqual([
    ...interfaceLanguageCodes.map((code) => [code, `https://parley.example/${code}`]),
    ['x-default', 'https://parley.example/landing'],
  ]);
});
