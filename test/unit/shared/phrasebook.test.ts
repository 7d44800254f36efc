import { expect, test } from 'vitest';
import { languages } from '../../../shared/languages.ts';
import { loadPhrasebook, type SpokenPhrase } from '../../../shared/phrasebook/books.ts';
import { phrases } from '../../../shared/phrases.ts';

const codes = [...languages.map(({ code }) => code), 'ar', 'bn'];

/** The script of a language, where it is not Latin. */
const scripts: Readonly<Record<string, string>> = {
  ...{ ar: 'Arabic', bg: 'Cyrillic', bn: 'Bengali', el: 'Greek', hi: 'Devanagari', ja: 'Hiragana' },
  ...{ ko: 'Hangul', ru: 'Cyrillic', th: 'Thai', uk: 'Cyrillic' },
  ...{ 'zh-CN': 'Han', 'zh-HK': 'Han', 'zh-TW': 'Han' },
};

/** The question mark of a language, where it is not `?`. Thai has none, and Japanese ends with a full stop. */
const questionMarks: Readonly<Record<string, string | undefined>> = {
  ...{ ar: '؟', el: ';', ja: undefined, th: undefined, 'zh-CN': '？', 'zh-HK': '？', 'zh-TW': '？' },
};

/** Sentences with another end. */
const fullStops: Readonly<Record<string, string | undefined>> = {
  ...{ bn: '।', hi: '।', ja: '。', th: '', 'zh-CN': '。', 'zh-HK': '。', 'zh-TW': '。' },
};

async function read(code: string): Promise<[id: string, phrase: SpokenPhrase][]> {
  return [...(await loadPhrasebook(code))];
}

test.for(codes)('%s has every phrase once, ready to be said', async (code) => {
  const book = await read(code);
  expect(book.map(([id]) => id).sort()).toEqual(phrases.map(({ id }) => id).sort());
  expect(new Set(book.map(([, { text }]) => text)).size).toBe(phrases.length);
  for (const [id, { text, romanised = '' }] of book) {
    for (const words of [text, romanised]) {
      expect(words, id).toBe(words.normalize('NFC').trim());
      expect(words, id).not.toMatch(/ {2}|[[\]{}<>|_*/\\'"]|\.\.\.|…|TODO/);
    }
    expect(text.match(/\p{L}/gu)?.length, id).toBeGreaterThan(1);
  }
});

test.for(codes)('%s is in its own script, and romanised if that is not Latin', async (code) => {
  const script = scripts[code];
  const own = new RegExp(script ? `[\\p{Script_Extensions=${script}}ー]` : '\\p{Script=Latin}', 'u');
  for (const [id, { text, romanised }] of await read(code)) {
    const letters = text.replaceAll(/Wi-Fi/g, '').match(/\p{L}/gu) ?? [];
    const foreign = letters.filter((letter) => !own.test(letter));
    // Japanese mixes three scripts.
    expect(
      foreign.filter((letter) => code !== 'ja' || !/[\p{Script=Han}\p{Script=Katakana}]/u.test(letter)),
      id,
    ).toEqual([]);
    expect(romanised !== undefined, id).toBe(script !== undefined);
    // Cantonese has numbers for its tones.
    if (romanised) expect(romanised, id).toMatch(/^[\p{Script_Extensions=Latin}\p{M}\p{P}ʿʾ1-6 ]+$/u);
  }
});

test.for(codes)('%s ends its sentences as the script does', async (code) => {
  const question = code in questionMarks ? questionMarks[code] : '?';
  const fullStop = fullStops[code] ?? '.';
  for (const [id, { text, romanised }] of await read(code)) {
    const isQuestion = question !== undefined && text.endsWith(question);
    if (!isQuestion)
      expect(text, id).toMatch(code === 'th' ? /[\p{L}\p{M}]$/u : new RegExp(`\\${fullStop}$`));
    expect(text.replace(/.$/u, ''), id).not.toMatch(/[?？؟!]/);
    if (romanised && question) expect(romanised.at(-1), id).toBe(isQuestion ? '?' : '.');
    if (code.startsWith('es')) expect(text.includes('¿'), id).toBe(isQuestion);
    if (code === 'fr') expect(/[^\u202f]\?/.test(text), id).toBe(false);
  }
});

test.for(phrases)('$id is the same in the phrasebook of its language', async ({ id, language, ...own }) => {
  const { text, romanised } = (await loadPhrasebook(language)).get(id) ?? {};
  expect({ text, romanised }).toEqual({ text: own.text, romanised: own.romanised });
});

test('a code that is another name of a language has its phrases', async () => {
  expect(await loadPhrasebook('es-ES')).toEqual(await loadPhrasebook('es'));
  await expect(loadPhrasebook('xx')).rejects.toThrow('xx');
});

test('variants say it in the words of the region', async () => {
  const say = async (code: string, id: (typeof phrases)[number]['id']) =>
    (await loadPhrasebook(code)).get(id)?.text;
  expect(await say('pt', 'en-train-station')).toContain('comboios');
  expect(await say('pt-BR', 'en-train-station')).toContain('trem');
  expect(await say('es', 'zh-allergy')).toContain('cacahuetes');
  expect(await say('es-419', 'zh-allergy')).toContain('maní');
  expect(await say('fr', 'zh-bill')).toContain('L’addition');
  expect(await say('fr-CA', 'zh-bill')).toContain('La facture');
  expect(await say('en-US', 'zh-bill')).toContain('check');
  expect(await say('en-AU', 'zh-bill')).toContain('bill');
});
