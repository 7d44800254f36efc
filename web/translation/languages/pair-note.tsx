import { getShortName } from '../../language/language-name.ts';
import { canTranslate } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import { getTextLanguage, isPhrase, type TranslatorProps } from '../translator/translator.ts';

/** In the place of the answer, so that it moves neither pane when it comes. */
export function PairNote({ translator, health }: Pick<TranslatorProps, 'translator' | 'health'>) {
  const language = getTextLanguage(translator);
  const { target } = translator;
  return (
    <p role="status" className="leading-relaxed font-medium">
      {!isPhrase(translator) &&
        !canTranslate(health, language, target) &&
        texts.unsupportedPair(nameLanguage(language), nameLanguage(target))}
    </p>
  );
}

export function nameLanguage(code: string): string {
  return code === 'auto' ? texts.detectedLanguage : getShortName(code);
}
