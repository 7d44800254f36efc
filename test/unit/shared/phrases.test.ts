import { expect, test } from 'vitest';
import { translate } from '../../../shared/api/translation.schema.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { type Phrase, phrases, pickShownText } from '../../../shared/phrases.ts';

const scripts: Record<string, string> = {
  ...{ 'en-US': 'Latin', hi: 'Devanagari', 'zh-CN': 'Han', es: 'Latin', ar: 'Arabic', bn: 'Bengali' },
};

test('ids and texts are unique', () => {
  for (const key of ['id', 'text'] as const) {
    expect(new Set(phrases.map((phrase) => phrase[key])).size, key).toBe(23);
  }
});

test.each(phrases)('$id', (phrase) => {
  const { id, language, text, romanised } = phrase;
  // Its id begins with the picker's code of its language.
  expect(id).toMatch(new RegExp(`^${new Intl.Locale(language).language}(-[a-z]+)+$`));
  expect(findLanguage(language)?.code).toBe(language);
  // It is in its own script, every letter and mark of it.
  const own = new RegExp(`\\p{Script_Extensions=${scripts[language]}}`, 'u');
  const letters = text.match(/[\p{L}\p{M}]/gu) ?? [];
  expect(letters.length).toBeGreaterThan(4);
  expect(letters.filter((letter) => !own.test(letter))).toEqual([]);
  // It is shown in Latin letters where travellers cannot read the script; Chinese with tones.
  expect(romanised !== undefined).toBe(scripts[language] !== 'Latin');
  expect(romanised ?? 'a').toMatch(/^[\p{Script_Extensions=Latin}\p{P}ʿ ]+$/u);
  if (language === 'zh-CN') expect(romanised?.normalize('NFD')).toMatch(/\p{M}/u);
  // Sent unchanged: trimmed, composed, accepted by the translation.
  expect(text.normalize('NFC')).toBe(text);
  const request = { text, sourceLanguage: language, targetLanguage: 'fr' };
  expect(translate.input.parse(request)).toEqual(request);
});

test('each is shown under a tag of its language and of the letters that it is shown in', () => {
  const tags = new Set(phrases.map((phrase) => pickShownText(phrase).lang));
  expect([...tags].sort()).toEqual(['ar-Latn', 'bn-Latn', 'en-US', 'es', 'hi-Latn', 'zh-Latn-CN']);
  for (const phrase of phrases) {
    const { text, dir } = pickShownText(phrase);
    expect([text, dir], phrase.id).toEqual([phrase.romanised ?? phrase.text, 'ltr']);
  }
  const arabic = phrases.find(({ language }) => language === 'ar') as Phrase;
  expect(pickShownText({ ...arabic, romanised: undefined } as unknown as Phrase).dir).toBe('rtl');
});
