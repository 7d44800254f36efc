import { canTranslate } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import { getTextLanguage, isPhrase, type TranslatorProps } from '../translator/translator.ts';
import { nameLanguage } from './languages-card.tsx';

/** In the place of the placeholder, so that it moves neither pane when it comes. */
export function UnsupportedPair({ translator, health }: Pick<TranslatorProps, 'translator' | 'health'>) {
  const language = getTextLanguage(translator);
  const { target } = translator;
  return (
    <p role="status" className="peer leading-relaxed font-medium">
      {!isPhrase(translator) &&
        !canTranslate(health, language, target) &&
        texts.unsupportedPair(nameLanguage(language), nameLanguage(target))}
    </p>
  );
}
