import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { otherNames, searchLanguages } from '../../../../../web/translation/languages/language-search.ts';

describe('a language is found', () => {
  test.each([
    [
      'own and English names, from any word',
      'turkce tr, Türkçe tr, united_kingdom en-GB, 中文 zh-CN, 한구 ko',
    ],
    ['them, ignoring case and surrounding blanks', '_ESPANOL_ es, bahasa_mel ms, brazil_portuguese pt-BR'],
    ['other names', 'mandarin zh-CN, cantonese zh-HK, castilian es, flemish nl-BE, vlaams nl-BE'],
    ['names of its people', 'brazilian pt-BR, swiss_german de-CH, british en-GB, nihongo ja'],
    ['countries', 'japan ja, new_zealand en-NZ'],
    ['codes', 'de de, no no, zh-tw zh-TW, ZH~HK zh-HK, pt-pt pt, es-es es, zh zh-CN, us en-US'],
  ])('by %s, before others: %s', (_what, cases) => {
    for (const [words = '', code] of cases.split(', ').map((each) => each.split(' '))) {
      expect(codesOf(words.replaceAll('_', ' ').replace('~', '_'))[0], words).toBe(code);
    }
  });

  test.each([
    ['german', ['de', 'de-CH']],
    ['french', ['fr', 'fr-CA']],
    ['mandarin', ['zh-CN', 'zh-TW']],
    ['english us', ['en-US', 'en-AU']],
    ['latin', ['es-419']],
    ['klingon', []],
    ['frenchcanada', []],
  ])('by %j with only these', (words, codes) => {
    expect(codesOf(words)).toEqual(codes);
  });

  test('by its name in the browser’s language', () => {
    expect(codesOf('Spanisch', 'de-DE')).toEqual(['es', 'es-419']);
    expect(codesOf('allemand', 'fr')).toEqual(['de', 'de-CH']);
    expect(codesOf('Spanisch', 'en')).toEqual([]);
  });

  test('by a single letter only at the start of a word', () => {
    expect(codesOf('z')).toEqual(['zh-CN', 'zh-TW', 'en-NZ']);
  });

  test('by its start first, then by a later word, then inside a word', () => {
    const found = codesOf('in');
    const places = ['id', 'en-IN', 'fi'].map((code) => found.indexOf(code));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('by an empty search with all others, in list order', () => {
    expect(codesOf('  ')).toEqual(languages.map(({ code }) => code));
  });
});

describe('the typed text is highlighted', () => {
  test.each([
    ['francais', 'fr', ['', 'Français']],
    ['ces', 'cs', ['', 'Češ', 'tina']],
    ['cze', 'cs', ['Čeština']],
    ['latin es', 'es-419', ['', 'Es', 'pañol (', 'Latin', 'oamérica)']],
    ['हि', 'hi', ['', 'हि', 'न्दी']],
    ['한', 'ko', ['', '한', '국어']],
  ])('%j in the own name of %s', (words, code, parts) => {
    const found = searchLanguages(words, 'en').find(({ language }) => language.code === code);
    expect(found?.ownName).toEqual(parts);
  });

  test('in the English name, too', () => {
    expect(searchLanguages('viet', 'en')[0]).toMatchObject({
      ownName: ['Tiếng ', 'Việt'],
      name: ['', 'Viet', 'namese'],
      otherName: undefined,
    });
  });

  test('in another name if neither of the two matches', () => {
    expect(searchLanguages('cantonese', 'en')[0]).toMatchObject({
      name: ['Chinese (Hong Kong)'],
      otherName: ['', 'Cantonese'],
    });
    expect(searchLanguages('zh-tw', 'en')[0]?.otherName).toEqual(['', 'zh-TW']);
  });
});

test('other names belong to languages in the list', () => {
  const codes = languages.map(({ code }) => code);
  expect(Object.keys(otherNames).filter((code) => !codes.includes(code))).toEqual([]);
});

function codesOf(words: string, locale = 'en'): string[] {
  return searchLanguages(words, locale).map(({ language }) => language.code);
}

describe('in German', () => {
  test('languages are in the order of their German names, and are found by each of their names', async () => {
    vi.resetModules();
    vi.doMock('../../../../../web/language/shown-language.ts', () => ({ shownLanguage: 'de' }));
    onTestFinished(() => vi.doUnmock('../../../../../web/language/shown-language.ts'));
    const { languagesByName, searchLanguages } = await import(
      '../../../../../web/translation/languages/language-search.ts'
    );
    const codes = languagesByName.map(({ code }) => code);
    expect([codes[0], codes.slice(-2), codes.length]).toEqual(['bg', ['hu', 'vi'], languages.length]);
    expect(codes.indexOf('cs')).toBeGreaterThan(codes.indexOf('th'));
    for (const words of ['Tschechisch', 'Čeština', 'Czech', 'cestina', 'cs']) {
      expect(searchLanguages(words, 'en')[0]?.language.code, words).toBe('cs');
    }
  });
});
