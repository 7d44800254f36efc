import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { languages } from '../../../shared/languages.ts';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import type { PhraseId } from '../../../shared/phrases.ts';
import type { Part } from '../proof.ts';

/** `--language` is one code of `shared/languages.ts`, or empty for all. */
export const flags = { language: '' };

/** Prints each phrase translated back to English, to be read. Fails where it is closer to another phrase's English. */
export async function* prove({ language }: typeof flags): AsyncGenerator<Part> {
  const apertium = createApertium();
  const english = new Map([...(await loadPhrasebook('en-US'))].map(([id, { text }]) => [id, text]));
  const wanted = languages.filter(({ code }) => language === '' || code === language);
  try {
    for (const { code, name, translate } of wanted) {
      if (!apertium.pairs.has(`${translate}>en`)) continue;
      const back = new Map<PhraseId, string>();
      for (const [id, { text }] of await loadPhrasebook(code))
        back.set(id, await apertium.translate(text, translate, 'en'));
      yield compare(`${name} (${code})`, back, english);
    }
  } finally {
    await apertium.stop();
  }
}

function compare(
  name: string,
  back: ReadonlyMap<PhraseId, string>,
  english: ReadonlyMap<PhraseId, string>,
): Part {
  const figures: Record<string, object> = {};
  const findings: string[] = [];
  for (const [id, text] of back) {
    const closest = findClosest(text, id, english);
    figures[id] = { back: text, meant: english.get(id) };
    if (closest !== id) findings.push(`${id} came back as "${text}", which is closer to ${closest}.`);
  }
  return { name, figures, findings };
}

/** The phrase that shares most words. One word more than `own` may be chance. */
function findClosest(text: string, own: PhraseId, english: ReadonlyMap<PhraseId, string>): PhraseId {
  const words = wordsOf(text);
  const countShared = (id: PhraseId) =>
    [...wordsOf(english.get(id) ?? '')].filter((word) => words.has(word)).length + (id === own ? 1 : 0);
  return [...english.keys()].reduce((best, id) => (countShared(id) > countShared(best) ? id : best), own);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)));
}

/** Words of many phrases. */
const common = new Set(
  'a an at can could do for i is me my not of please than the this to you your'.split(' '),
);
