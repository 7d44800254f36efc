import { PairMissing } from './apertium.ts';

export interface Translator {
  /** `en>es`, in Amazon Translate's codes. */
  readonly pairs: ReadonlySet<string>;
  translate(text: string, source: string, target: string, signal?: AbortSignal): Promise<string>;
}

/** The first that has the pair translates. */
export function joinTranslators(...translators: readonly Translator[]): Translator {
  return {
    pairs: new Set(translators.flatMap(({ pairs }) => [...pairs])),
    translate: async (text, source, target, signal) => {
      const chosen = translators.find(({ pairs }) => pairs.has(`${source}>${target}`));
      if (!chosen) throw new PairMissing(`No translation from ${source} to ${target} on this machine`);
      return chosen.translate(text, source, target, signal);
    },
  };
}

/** One line for the terminal: languages by engine, what is missing, and how to add more. */
export function describeTranslators(
  neural: Pick<Translator, 'pairs'>,
  apertium: Pick<Translator, 'pairs'>,
): string {
  const byNeural = listLanguages(neural);
  const byApertium = listLanguages(apertium).filter((name) => !byNeural.includes(name));
  const engines = [
    ...(byNeural.length > 0 ? [`${byNeural.join(', ')} by the neural engine`] : []),
    ...(byApertium.length > 0 ? [`${byApertium.join(', ')} by Apertium`] : []),
  ];
  const missing = [
    ...(neural.pairs.size === 0 ? ['No neural model is installed.'] : []),
    ...(apertium.pairs.size === 0 ? ['Apertium is not installed.'] : []),
  ];
  const translation = engines.length > 0 ? `Translation: ${engines.join('; ')}.` : 'Translation is off.';
  return [translation, ...missing, 'Add languages with `npm run models -- add CODE`.'].join(' ');
}

/** English names, without variants. */
function listLanguages({ pairs }: Pick<Translator, 'pairs'>): string[] {
  const codes = new Set(Array.from(pairs).flatMap((pair) => pair.split('>')));
  const found = [...codes].map((code) => names.of(code === 'zh-TW' ? code : code.slice(0, 2)) ?? code);
  return [...new Set(found)].sort();
}

const names = new Intl.DisplayNames('en', { type: 'language' });
