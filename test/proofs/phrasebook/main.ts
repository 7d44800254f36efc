import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { createNeural } from '../../../infra/local/engines/neural/neural.ts';
import type { Translator } from '../../../infra/local/engines/translators.ts';
import { loadCardTexts } from '../../../shared/health-card/cards.ts';
import { languages } from '../../../shared/languages.ts';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import type { Part } from '../proof.ts';

/** `--language` is one code of `shared/languages.ts`, or empty for all. `--models` is a folder with neural models. */
export const flags = { language: '', models: '' };

/** Prints phrases and card texts translated back to English, to be read. Fails where one is closer to another's English. */
export async function* prove({ language, models }: typeof flags): AsyncGenerator<Part> {
  const apertium = createApertium();
  const neural = createNeural({ modelsFolder: models });
  const engines = { Apertium: apertium, neural };
  const wanted = languages.filter(({ code }) => language === '' || code === language);
  try {
    for (const [kind, load] of Object.entries(kinds)) {
      const english = await load('en-US');
      for (const { code, name, translate } of wanted)
        for (const [engineName, engine] of Object.entries(engines))
          if (engine.pairs.has(`${translate}>en`)) {
            const back = await translateBack(engine, translate, await load(code));
            yield compare(`${kind}, ${name} (${code}), ${engineName}`, back, english);
          }
    }
  } finally {
    await apertium.stop();
    neural.stop();
  }
}

/** The texts of a language, by their ids. */
type Texts = ReadonlyMap<string, string>;

const kinds: Readonly<Record<string, (code: string) => Promise<Texts>>> = {
  phrases: async (code) => new Map([...(await loadPhrasebook(code))].map(([id, { text }]) => [id, text])),
  'health card': async (code) => new Map(Object.entries(await loadCardTexts(code))),
};

async function translateBack(engine: Translator, source: string, texts: Texts): Promise<Texts> {
  const back = new Map<string, string>();
  for (const [id, text] of texts) back.set(id, await engine.translate(text, source, 'en'));
  return back;
}

function compare(name: string, back: Texts, english: Texts): Part {
  const figures: Record<string, object> = {};
  const findings: string[] = [];
  for (const [id, text] of back) {
    const closest = findClosest(text, id, english);
    figures[id] = { back: text, meant: english.get(id) };
    if (closest !== id) findings.push(`${id} came back as "${text}", which is closer to ${closest}.`);
  }
  return { name, figures, findings };
}

/** The text that shares most words. One word more than `own` may be chance. */
function findClosest(text: string, own: string, english: Texts): string {
  const words = wordsOf(text);
  const countShared = (id: string) =>
    [...wordsOf(english.get(id) ?? '')].filter((word) => words.has(word)).length + (id === own ? 1 : 0);
  return [...english.keys()].reduce((best, id) => (countShared(id) > countShared(best) ? id : best), own);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)));
}

/** Words of many texts. */
const common = new Set(
  'a an and at can could do for have i in is me my no not of only or please than the this to with you your'.split(
    ' ',
  ),
);
