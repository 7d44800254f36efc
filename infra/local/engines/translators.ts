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
