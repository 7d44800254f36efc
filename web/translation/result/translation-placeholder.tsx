import * as texts from '../../texts/translator.ts';

/** Prerendered, so it shows before the script runs. */
export function TranslationPlaceholder() {
  return <p className="py-1 text-lg leading-relaxed text-muted">{texts.placeholder}</p>;
}
