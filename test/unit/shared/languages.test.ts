import { Engine, LanguageCode as PollyLanguageCode, VoiceId as PollyVoiceId } from '@aws-sdk/client-polly';
import { LanguageCode as TranscribeLanguageCode } from '@aws-sdk/client-transcribe-streaming';
import { describe, expect, test } from 'vitest';
import {
  defaultLanguages,
  directionOf,
  findLanguage,
  isLanguageCode,
  isSourceCode,
  languages,
} from '../../../shared/languages.ts';

const codes = languages.map((language) => language.code);

describe('the language list', () => {
  test('has the 44 codes of the picker, in its order', () => {
    expect(codes.join(', ')).toBe(
      'bg, ca, zh-CN, zh-TW, zh-HK, cs, da, nl, en-US, en-AU, en-GB, en-NZ, en-IN, et, fi, nl-BE, fr, fr-CA, ' +
        'de, de-CH, el, hi, hu, id, it, ja, ko, lv, lt, ms, no, pl, pt, pt-BR, ro, ru, sk, es, es-419, sv, th, ' +
        'tr, uk, vi',
    );
    expect(codes).toHaveLength(44);
  });

  test('names each language once, in English and in itself', () => {
    for (const key of ['code', 'name', 'ownName'] as const) {
      const values = languages.map((language) => language[key]);
      expect(new Set(values).size, key).toBe(44);
      expect(values.filter((value) => value.trim() !== value || value === '')).toEqual([]);
    }
  });

  test('names each language in a way that the platform’s own data agrees with, script for script', () => {
    const scripts = { bg: 'Cyrillic', ru: 'Cyrillic', uk: 'Cyrillic', el: 'Greek', hi: 'Devanagari' };
    const more = { th: 'Thai', ko: 'Hangul', ja: 'Han', 'zh-CN': 'Han', 'zh-TW': 'Han', 'zh-HK': 'Han' };
    const script: Record<string, string> = { ...scripts, ...more };
    for (const { code, ownName } of languages) {
      const letters = ownName.match(/\p{L}/gu) ?? [];
      const own = new RegExp(`\\p{Script=${script[code] ?? 'Latin'}}`, 'u');
      expect(
        letters.filter((letter) => !own.test(letter)),
        code,
      ).toEqual([]);
    }
  });

  test('gives every language a country’s flag, but Spanish of Latin America none', () => {
    expect(languages.filter(({ flag }) => flag === undefined).map(({ code }) => code)).toEqual(['es-419']);
    expect(languages.filter(({ flag = 'ES' }) => !/^[A-Z]{2}(-CT)?$/.test(flag))).toEqual([]);
  });

  test('holds only well-formed language tags', () => {
    expect(codes.filter((code) => Intl.getCanonicalLocales(code)[0] !== code)).toEqual([]);
  });
});

describe('each provider’s code', () => {
  test('of Amazon Translate is the language’s own, but for these', () => {
    const own = Object.fromEntries(
      languages
        .filter(({ code, translate }) => code !== translate)
        .map(({ code, translate }) => [code, translate]),
    );
    expect(own).toEqual({
      'en-US': 'en',
      'en-AU': 'en',
      'en-GB': 'en',
      'en-NZ': 'en',
      'en-IN': 'en',
      'zh-CN': 'zh',
      'zh-HK': 'zh-TW',
      'nl-BE': 'nl',
      'de-CH': 'de',
      'es-419': 'es-MX',
      pt: 'pt-PT',
      'pt-BR': 'pt',
    });
  });

  test('of Amazon Transcribe is one that its streaming client knows', () => {
    const known = new Set<string>(Object.values(TranscribeLanguageCode));
    const all = [...languages, language('ar'), language('bn')];
    expect(all.filter(({ transcribe }) => !known.has(transcribe))).toEqual([]);
    expect(language('es-419').transcribe).toBe('es-US');
  });

  test('of Amazon Transcribe is in the language itself', () => {
    const base = (tag: string) => new Intl.Locale(tag).language;
    expect(languages.filter(({ code, transcribe }) => base(code) !== base(transcribe))).toEqual([]);
  });

  test('of Amazon Polly is missing just where Polly has no voice', () => {
    const silent = languages.filter(({ polly }) => polly === undefined).map(({ code }) => code);
    expect(silent).toEqual(['bg', 'et', 'el', 'hu', 'id', 'lv', 'lt', 'ms', 'sk', 'th', 'uk', 'vi']);
  });

  test('of Amazon Polly is a voice, an engine and a language that its client knows', () => {
    const voices = new Set<string>(Object.values(PollyVoiceId));
    const tags = new Set<string>(Object.values(PollyLanguageCode));
    const engines = new Set<string>(Object.values(Engine));
    const unknown = languages.filter(
      ({ polly }) =>
        polly && !(voices.has(polly.voice) && tags.has(polly.language) && engines.has(polly.engine)),
    );
    expect(unknown).toEqual([]);
  });
});

describe('a code', () => {
  test('of the list stands for its language, as source and as target', () => {
    for (const code of codes) {
      expect(findLanguage(code)?.code).toBe(code);
      expect([isSourceCode(code), isLanguageCode(code)], code).toEqual([true, true]);
    }
  });

  test('es-ES is accepted wherever a code is, and stands for es', () => {
    expect(findLanguage('es-ES')).toBe(findLanguage('es'));
    expect([isSourceCode('es-ES'), isLanguageCode('es-ES')]).toEqual([true, true]);
  });

  test.each(['ar', 'bn'])('%s is a source and never a target', (code) => {
    expect(findLanguage(code)?.code).toBe(code);
    expect([isSourceCode(code), isLanguageCode(code)]).toEqual([true, false]);
    expect(codes).not.toContain(code);
  });

  test.each(['', 'xx', 'en', 'EN-US', 'en_US', ' es', 'zh', 'constructor', '__proto__', 'toString'])(
    '%j is neither',
    (code) => {
      expect(findLanguage(code)).toBeUndefined();
      expect([isSourceCode(code), isLanguageCode(code)]).toEqual([false, false]);
    },
  );

  test('of each default is in the list', () => {
    expect(defaultLanguages).toEqual({ source: 'en-US', target: 'es-ES' });
    expect(isSourceCode(defaultLanguages.source) && isLanguageCode(defaultLanguages.target)).toBe(true);
  });
});

test('Arabic alone is written from right to left', () => {
  expect(directionOf('ar')).toBe('rtl');
  expect([...codes, 'bn', 'es-ES'].filter((code) => directionOf(code) !== 'ltr')).toEqual([]);
});

function language(code: string) {
  const found = findLanguage(code);
  if (!found) throw new Error(`There is no ${code}`);
  return found;
}
