import { expect, test } from 'vitest';
import { languages } from '../../../../shared/languages.ts';
import { findRoutes, hasVariants, parseDirection } from '../../../../shared/neural/directions.ts';

test('routes are direct, or lead through English, in the codes of Amazon Translate', () => {
  const routes = findRoutes(['en-pt', 'pt-en', 'en-zh-Hans', 'nb-en']);
  expect(Object.fromEntries(routes)).toEqual({
    'en>pt': ['en-pt'],
    'en>pt-PT': ['en-pt'],
    'en>zh': ['en-zh-Hans'],
    'pt>en': ['pt-en'],
    'pt-PT>en': ['pt-en'],
    'pt>zh': ['pt-en', 'en-zh-Hans'],
    'pt-PT>zh': ['pt-en', 'en-zh-Hans'],
    'no>en': ['nb-en'],
    'no>pt': ['nb-en', 'en-pt'],
    'no>pt-PT': ['nb-en', 'en-pt'],
    'no>zh': ['nb-en', 'en-zh-Hans'],
  });
});

test('no models, no routes', () => {
  expect(findRoutes([]).size).toBe(0);
});

test('codes of Portuguese, Spanish, French, Norwegian and Chinese are those of our languages', () => {
  const codes = new Set(languages.map(({ translate }) => translate));
  const directions = ['es-en', 'fr-en', 'nb-en', 'pt-en', 'zh-Hans-en', 'zh-Hant-en'];
  const sources = Array.from(findRoutes(directions).keys(), (pair) => pair.split('>')[0]);
  expect(sources.filter((code = '') => !codes.has(code))).toEqual([]);
  expect(sources).toHaveLength(9);
});

test.each(['en', 'pt-es', 'en-pt.partial', '../en-pt', 'en-en-US'])('%s is no direction', (name) => {
  expect(parseDirection(name)).toBeUndefined();
});

test('models do not distinguish variants that Amazon Translate distinguishes', () => {
  const alike = languages.filter(({ translate }) => hasVariants(translate)).map(({ code }) => code);
  expect(alike).toEqual(['fr', 'fr-CA', 'pt', 'pt-BR', 'es', 'es-419']);
});
