import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { createNeural } from '../../../infra/local/engines/neural/neural.ts';
import type { Translator } from '../../../infra/local/engines/translators.ts';
import type { Part } from '../proof.ts';
import { measureChrF } from './chrf.ts';
import { sentences } from './sentences.ts';
import { verdicts } from './verdicts.ts';

/** A traveller's sentences by the neural engine, beside Apertium where it is installed. To be read, too. */
export async function* proveQuality(modelsFolder: string): AsyncGenerator<Part> {
  const neural = createNeural({ modelsFolder });
  const apertium = createApertium();
  try {
    for (const [source, target] of [
      ['en', 'pt'],
      ['pt', 'en'],
    ] as const) {
      const judged = verdicts[`${source}>${target}` as keyof typeof verdicts];
      const texts = sentences.map(([english, portuguese]) => (source === 'en' ? english : portuguese));
      const references = sentences.map(([english, portuguese]) => (source === 'en' ? portuguese : english));
      const byNeural = await translateAll(neural, texts, source, target);
      const byApertium = await translateAll(apertium, texts, source, target);
      const score = {
        neural: measureChrF(byNeural, references),
        apertium: measureChrF(byApertium, references),
      };
      const rows = texts.map((text, index) => [
        text,
        {
          neural: byNeural[index],
          apertium: byApertium[index],
          read: `${judged.neural[index]} ${judged.apertium[index]}`,
        },
      ]);
      yield {
        name: `${source} to ${target}: chrF ${score.neural.toFixed(1)} neural, ${score.apertium.toFixed(1)} Apertium`,
        figures: Object.fromEntries(rows),
        findings: score.neural > score.apertium ? [] : ['Apertium is at least as close to the references'],
      };
    }
  } finally {
    neural.stop();
    await apertium.stop();
  }
}

async function translateAll(engine: Translator, texts: readonly string[], source: string, target: string) {
  const translated: string[] = [];
  if (!engine.pairs.has(`${source}>${target}`)) return texts.map(() => '');
  for (const text of texts) translated.push(await engine.translate(text, source, target));
  return translated;
}
