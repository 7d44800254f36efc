import { expect, test } from 'vitest';
import { loadCardTexts } from '../../../shared/health-card/cards.ts';
import { allergens, type CardEntry, conditions, diets } from '../../../shared/health-card/entries.ts';
import { languages } from '../../../shared/languages.ts';

const codes = [...languages.map(({ code }) => code), 'ar', 'bn'];
const sentences: readonly CardEntry[] = [...diets, ...conditions];

/** The script of a language, where it is not Latin. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script_Extensions=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  bn: /\p{Script_Extensions=Bengali}/u,
  el: /\p{Script=Greek}/u,
  hi: /\p{Script_Extensions=Devanagari}/u,
  ja: /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-CN': /\p{Script_Extensions=Han}/u,
  'zh-HK': /\p{Script_Extensions=Han}/u,
  'zh-TW': /\p{Script_Extensions=Han}/u,
};

test('there are the fourteen allergens of the EU', () => {
  expect(new Set(allergens).size).toBe(14);
});

test.for(codes)('%s has every text of the card once, in its own script', async (code) => {
  const card = await loadCardTexts(code);
  expect(Object.keys(card)).toEqual(['allergy', ...allergens, ...sentences]);
  const texts = Object.values(card);
  expect(new Set(texts).size).toBe(texts.length);
  const own = scripts[code] ?? /\p{Script=Latin}/u;
  for (const text of texts) {
    expect(text).toBe(text.normalize('NFC').trim());
    expect(text).not.toMatch(/ {2}|[[\]{}<>|_*/\\'"]|\.\.\.|…|TODO/);
    expect(
      text.match(/\p{L}/gu)?.filter((letter) => !own.test(letter)),
      text,
    ).toEqual([]);
    expect((text.match(/[(（]/g) ?? []).length, text).toBe((text.match(/[)）]/g) ?? []).length);
  }
});

test.for(codes)(
  '%s has an introduction that leads to the list, names for it, and whole sentences',
  async (code) => {
    const card = await loadCardTexts(code);
    expect(card.allergy).toMatch(code === 'ja' ? /。$/ : /[:：]$/);
    for (const entry of allergens) expect(card[entry]).not.toMatch(/[.。।:：]$/);
    // Thai has no full stop.
    if (code !== 'th') for (const entry of sentences) expect(card[entry], entry).toMatch(/[.。।]$/);
  },
);
