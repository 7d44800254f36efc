import { expect, test } from 'vitest';
import { translate } from '../../../shared/api/translation.schema.ts';
import { findLanguage, isSourceCode } from '../../../shared/languages.ts';
import { type Phrase, phrases, shownOf } from '../../../shared/phrases.ts';

test('there are 23 quick phrases, in English, Hindi, Chinese, Spanish, Arabic and Bengali', () => {
  const counts = Object.entries(Object.groupBy(phrases, (phrase) => phrase.language)).map(
    ([language, own = []]) => `${language} ${own.length}`,
  );
  expect(counts).toEqual(['en-US 6', 'hi 4', 'zh-CN 4', 'es 3', 'ar 3', 'bn 3']);
  expect(phrases).toHaveLength(23);
});

test('each has an id, a text and a meaning that no other has', () => {
  for (const key of ['id', 'text', 'gloss'] as const) {
    expect(new Set(phrases.map((phrase) => phrase[key])).size, key).toBe(23);
  }
});

test('each id begins with its language and is words in kebab-case', () => {
  const base = (phrase: Phrase) => new Intl.Locale(phrase.language).language;
  expect(phrases.filter((phrase) => !phrase.id.startsWith(`${base(phrase)}-`))).toEqual([]);
  expect(phrases.filter((phrase) => !/^[a-z]+(-[a-z]+)+$/.test(phrase.id))).toEqual([]);
});

test('each is in a language that we translate from, under the code that the picker shows', () => {
  expect(phrases.filter((phrase) => !isSourceCode(phrase.language))).toEqual([]);
  expect(phrases.filter((phrase) => findLanguage(phrase.language)?.code !== phrase.language)).toEqual([]);
});

test('each is written in its own script, every letter and mark of it', () => {
  const scripts: Record<string, string> = {
    'en-US': 'Latin',
    hi: 'Devanagari',
    'zh-CN': 'Han',
    es: 'Latin',
    ar: 'Arabic',
    bn: 'Bengali',
  };
  for (const { id, language, text } of phrases) {
    const own = new RegExp(`\\p{Script_Extensions=${scripts[language]}}`, 'u');
    const letters = text.match(/[\p{L}\p{M}]/gu) ?? [];
    expect(letters.length, id).toBeGreaterThan(4);
    expect(
      letters.filter((letter) => !own.test(letter)),
      id,
    ).toEqual([]);
  }
});

test('each is romanised in Latin letters, just where travellers cannot read the script', () => {
  for (const { id, language, romanised } of phrases) {
    expect(romanised !== undefined, id).toBe(!['en-US', 'es'].includes(language));
    expect(romanised ?? 'a', id).toMatch(/^[\p{Script_Extensions=Latin}\p{P}ʿ ]+$/u);
  }
});

test('each is shown under a tag of its language and of the letters that it is shown in', () => {
  const tags = new Map(phrases.map((phrase) => [phrase.language, shownOf(phrase).lang]));
  expect(Object.fromEntries(tags)).toEqual({
    'en-US': 'en-US',
    hi: 'hi-Latn',
    'zh-CN': 'zh-Latn-CN',
    es: 'es',
    ar: 'ar-Latn',
    bn: 'bn-Latn',
  });
  for (const phrase of phrases) {
    const { text, lang, dir } = shownOf(phrase);
    expect([text, dir], phrase.id).toEqual([phrase.romanised ?? phrase.text, 'ltr']);
    expect(Intl.getCanonicalLocales(lang), phrase.id).toEqual([lang]);
  }
  const arabic = phrases.find(({ language }) => language === 'ar') as Phrase;
  expect(shownOf({ ...arabic, romanised: undefined } as unknown as Phrase).dir).toBe('rtl');
});

test('each Chinese romanisation bears tone marks', () => {
  const chinese = phrases.filter((phrase) => phrase.language === 'zh-CN');
  expect(chinese.filter(({ romanised = '' }) => !/\p{M}/u.test(romanised.normalize('NFD')))).toEqual([]);
});

test('each English phrase is its own gloss, and every gloss is plain English', () => {
  const english = phrases.filter((phrase) => phrase.language === 'en-US');
  expect(english.map((phrase) => phrase.gloss)).toEqual(english.map((phrase) => phrase.text));
  expect(phrases.filter((phrase) => !/^[\x20-\x7e]+[.?]$/.test(phrase.gloss))).toEqual([]);
});

test('each is sent and received as it stands: trimmed, composed, accepted by the translation', () => {
  for (const { id, language, text } of phrases) {
    expect(text.normalize('NFC'), id).toBe(text);
    const request = { text, sourceLanguage: language, targetLanguage: 'fr' };
    expect(translate.input.parse(request), id).toEqual(request);
  }
});

test('asking for the train station keeps its id and its words', () => {
  expect(phrases.find((phrase) => phrase.id === 'en-train-station')?.text).toBe(
    'Where is the train station?',
  );
});
