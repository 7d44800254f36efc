import { Engine, LanguageCode as PollyLanguageCode, VoiceId } from '@aws-sdk/client-polly';
import { LanguageCode as TranscribeLanguageCode } from '@aws-sdk/client-transcribe-streaming';
import { describe, expect, test } from 'vitest';
import {
  defaultLanguages,
  findLanguage,
  getDirection,
  isLanguageCode,
  isSourceCode,
  languages,
} from '../../../shared/languages.ts';
import { getSeparator } from '../../../shared/text/spacing.ts';

/** From Amazon Translate's guide, "Supported languages and language codes", read in November 2026. */
const amazonTranslateCodes = (
  'af sq am ar hy az bn bs bg ca zh zh-TW hr cs da fa-AF nl en et fa tl fi fr fr-CA ka de el gu ht ha he hi hu ' +
  'is id ga it ja kn kk ko lv lt mk ms ml mt mr mn no ps pl pt pt-PT pa ro ru sr si sk sl so es es-MX sw sv ta ' +
  'te th tr uk ur uz vi cy'
).split(' ');

const codes = languages.map((language) => language.code);
const scripts: Record<string, string> = {
  ...{ bg: 'Cyrillic', ru: 'Cyrillic', uk: 'Cyrillic', el: 'Greek', hi: 'Devanagari' },
  ...{ th: 'Thai', ko: 'Hangul', ja: 'Han', 'zh-CN': 'Han', 'zh-TW': 'Han', 'zh-HK': 'Han' },
};

describe('each language of the list', () => {
  test('has a unique code, English name and own name', () => {
    for (const key of ['code', 'name', 'ownName'] as const) {
      const values = languages.map((language) => language[key]);
      expect(new Set(values).size, key).toBe(languages.length);
      expect(values.filter((value) => value.trim() !== value || value === '')).toEqual([]);
    }
    expect(codes.filter((code) => Intl.getCanonicalLocales(code)[0] !== code)).toEqual([]);
  });

  test.each(languages)('$code has its name in its own script', ({ code, ownName }) => {
    const own = new RegExp(`\\p{Script=${scripts[code] ?? 'Latin'}}`, 'u');
    expect(ownName.match(/\p{L}/gu)?.filter((letter) => !own.test(letter))).toEqual([]);
  });

  test('has a country’s flag, except Spanish of Latin America', () => {
    const odd = languages.filter(({ flag = '' }) => !/^[A-Z]{2}(-CT)?$/.test(flag));
    expect(odd.map(({ code }) => code)).toEqual(['es-419']);
  });

  test('has a code of Amazon Translate', () => {
    const all = [...languages, findLanguage('ar'), findLanguage('bn')].map((each) => each?.translate ?? '');
    const unknown = all.filter((code) => !amazonTranslateCodes.includes(code));
    expect(unknown, `Amazon Translate has no code ${unknown}: the language cannot be added.`).toEqual([]);
  });

  test('has a valid code of Amazon Transcribe in the same language', () => {
    const known = new Set<string>(Object.values(TranscribeLanguageCode));
    const all = [...languages, findLanguage('ar'), findLanguage('bn')].map((each) => each?.transcribe ?? '');
    const unknown = all.filter((transcribe) => !known.has(transcribe));
    expect(unknown, `Amazon Transcribe has no code ${unknown}: the language cannot be added.`).toEqual([]);
    const base = (tag: string) => new Intl.Locale(tag).language;
    expect(languages.filter(({ code, transcribe }) => base(code) !== base(transcribe))).toEqual([]);
  });

  test('has a valid voice, engine and language of Amazon Polly, or none', () => {
    const known = new Set<string>(
      [VoiceId, PollyLanguageCode, Engine].flatMap((each) => Object.values(each)),
    );
    const named = languages.flatMap(({ polly }) =>
      polly ? [polly.voice, polly.language, polly.engine] : [],
    );
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });
});

describe('a code', () => {
  test.each([
    ...codes.map((code) => [code, code, true] as const),
    ['es-ES', 'es', true] as const,
    ['ar', 'ar', false] as const,
    ['bn', 'bn', false] as const,
  ])('%s means %s as a source; as a target: %j', (code, own, isTarget) => {
    expect(findLanguage(code)?.code).toBe(own);
    expect([isSourceCode(code), isLanguageCode(code)]).toEqual([true, isTarget]);
    expect(getDirection(code)).toBe(code === 'ar' ? 'rtl' : 'ltr');
  });

  test.each(['', 'xx', 'en', 'EN-US', 'en_US', ' es', 'zh', 'constructor', '__proto__', 'toString'])(
    '%j is neither a source nor a target',
    (code) => {
      expect(findLanguage(code)).toBeUndefined();
      expect([isSourceCode(code), isLanguageCode(code)]).toEqual([false, false]);
    },
  );

  test('of each default is in the list', () => {
    expect(isSourceCode(defaultLanguages.source) && isLanguageCode(defaultLanguages.target)).toBe(true);
  });
});

test('Chinese, Japanese and Thai have no spaces between words', () => {
  expect(codes.filter((code) => getSeparator(code) === '').sort()).toEqual([
    'ja',
    'th',
    'zh-CN',
    'zh-HK',
    'zh-TW',
  ]);
  expect(getSeparator('')).toBe(' ');
});
