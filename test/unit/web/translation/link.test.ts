import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { languages } from '../../../../shared/languages.ts';
import { createLink, readLink } from '../../../../web/translation/translator/link.ts';
import { check } from '../../../support/properties.ts';

const current = { source: 'en-US', target: 'es-ES' };

afterEach(() => vi.unstubAllGlobals());

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
    ['both sides are', '#sl=fr&tl=fr', 'fr', 'es-ES'],
    ['both sides are the previous target', '#sl=es&tl=es', 'es', 'en-US'],
    ['the source is the previous target', '#sl=es', 'es', 'en-US'],
    ['the target is the previous source', '#tl=en-US', 'es-ES', 'en-US'],
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
