import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { limits } from '../../../../../shared/limits.ts';
import { findLanguageCode } from '../../../../../web/settings/language-tags.ts';
import { shortenLink } from '../../../../../web/translation/translator/has-link.ts';
import { createLink, readLink } from '../../../../../web/translation/translator/link.ts';
import { check } from '../../../../support/properties.ts';

const current = { source: 'en-US', target: 'es-ES' };

afterEach(() => vi.unstubAllGlobals());

describe('a foreign language code', () => {
  test('is matched in any case and with either hyphen', () => {
    for (const { code } of languages) {
      expect(findLanguageCode(code)).toBe(code);
      expect(findLanguageCode(code.toUpperCase())).toBe(code);
      expect(findLanguageCode(` ${code.replace('-', '_').toLowerCase()} `)).toBe(code);
    }
  });

  test.each([
    ['es-ES es, en en-US, en-CA en-US, en-ZA en-US, fr-FR fr, fr-CH fr, de-AT de, nl-NL nl'],
    ['pt pt, pt-PT pt, pt-AO pt, es-MX es-419, es-US es-419, nb no, nn-NO no, in id'],
    ['zh zh-CN, zh-Hans zh-CN, zh-SG zh-CN, zh-Hant zh-TW, zh-Hant-US zh-TW, zh-MO zh-HK, yue zh-HK'],
    ['cmn zh-CN, ja-JP-u-ca-japanese ja'],
  ])('is mapped to the nearest one: %s', (cases) => {
    for (const [tag = '', code] of cases.split(', ').map((each) => each.split(' '))) {
      expect(findLanguageCode(tag), tag).toBe(code);
    }
  });

  test.each(['', 'x', 'auto', 'xx', 'he', 'ar', 'sr-Latn', 'english', 'en--US', '*', null])(
    '%j is unknown',
    (tag) => {
      expect(findLanguageCode(tag)).toBeUndefined();
    },
  );

  test('is a known code or undefined, for any input', () => {
    const codes = languages.map(({ code }) => code);
    check(fc.property(fc.string(), (tag) => [...codes, undefined].includes(findLanguageCode(tag))));
  });
});

describe('a fragment', () => {
  test('without a known language keeps the current languages', () => {
    for (const hash of ['#text=hi', '#text=hi&sl=xx&tl=auto', '#tl=ar&text=hi']) {
      expect(readLink(hash, current), hash).toMatchObject({
        sourceLanguage: 'en-US',
        targetLanguage: 'es-ES',
      });
    }
  });

  test('may use a source that only quick phrases have, if it has a text', () => {
    expect(readLink('#sl=ar&text=hi', current)).toMatchObject({ sourceLanguage: 'ar' });
    expect(readLink('#sl=ar', current)).toBeUndefined();
  });

  test.each([
    ['both sides are', '#sl=fr&tl=fr-FR', 'fr', 'es-ES'],
    ['both sides are the previous target', '#sl=es&tl=es', 'es', 'en-US'],
    ['the source is the previous target', '#sl=es', 'es', 'en-US'],
    ['the target is the previous source', '#tl=en', 'es-ES', 'en-US'],
  ])('makes a pair if %s', (_what, hash, sourceLanguage, targetLanguage) => {
    expect(readLink(hash, current)).toEqual({ text: '', sourceLanguage, targetLanguage });
  });

  test('that is malformed gives its readable part', () => {
    expect(readLink('#text=100%&tl=it', current)).toMatchObject({ text: '100%', targetLanguage: 'it' });
    expect(readLink('#text=a%ZZb', current)?.text).toBe('a%ZZb');
    expect(readLink('#text=%E0%A4', current)?.text).toBe('\ufffd');
    expect(readLink('#&&=&text=a=b&text=c', current)?.text).toBe('a=b');
  });

  test.each(['', '#', '#retention', '#text=', '#sl=&tl=', '#sl=xx', '#context=hi'])(
    '%j asks for nothing',
    (hash) => {
      expect(readLink(hash, current)).toBeUndefined();
    },
  );
});

test('an address of megabytes is shortened, and has all of the text that the field holds', () => {
  const text = '語'.repeat(600_000);
  const replaceState = vi.fn();
  const open = (hash: string) => {
    vi.stubGlobal('location', { hash, pathname: '/speech-translator', search: '?a=1' });
    vi.stubGlobal('history', { state: { key: 1 }, replaceState });
    shortenLink();
  };
  open(`#sl=ja&tl=en-US&text=${encodeURIComponent(text)}`);
  const [[state, , address] = []] = replaceState.mock.calls;
  expect(state).toEqual({ key: 1 });
  const { hash, search } = new URL(`${address}`, 'https://parley.example');
  expect([hash.length, search]).toEqual([200_000, '?a=1']);
  expect(readLink(hash, current)?.text.length).toBeGreaterThanOrEqual(limits.fieldCharacters);
  replaceState.mockClear();
  open('#sl=ja&text=hi');
  expect(replaceState).not.toHaveBeenCalled();
});

describe('a link', () => {
  test('returns its text and pair, and never ends in a character that chats cut off', () => {
    vi.stubGlobal('location', { origin: 'https://parley.example' });
    const code = fc.constantFrom(...languages.map(({ code }) => code));
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.isWellFormed());
    check(
      fc.property(text, code, code, (text, sourceLanguage, targetLanguage) => {
        fc.pre(sourceLanguage !== targetLanguage);
        const link = createLink({ text, sourceLanguage, targetLanguage });
        expect(link).toMatch(
          /^https:\/\/parley\.example\/speech-translator#sl=[^.]*&tl=[^.]*&text=\S*[^\s.]$/,
        );
        expect(readLink(new URL(link).hash, current)).toEqual({ text, sourceLanguage, targetLanguage });
      }),
    );
  });

  test('has the languages’ codes, not their aliases', () => {
    vi.stubGlobal('location', { origin: '' });
    expect(createLink({ text: 'hi', sourceLanguage: 'en-US', targetLanguage: 'es-ES' })).toContain('&tl=es&');
  });
});
