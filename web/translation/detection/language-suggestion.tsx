import { useEffect, useState } from 'react';
import { useDebounced } from '../../browser/debounced.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import { getShortName } from '../../language/language-name.ts';
import { canTranslate } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import { findOutdated, isSameLanguage, type TranslatorProps } from '../translator/translator.ts';
import { detectOtherLanguage } from './detect-language.ts';

/** Offers the language that the typed text is clearly in, before a translation from the wrong one is spent. */
export function LanguageSuggestion({ translator, health, send }: TranslatorProps) {
  const { source, target, text, textLanguage, isDetecting, phase } = translator;
  const code = useOtherLanguage(text, source);
  const isWanted = phase === 'idle' && !isDetecting && textLanguage === undefined && !isAnswered(translator);
  return (
    <div role="status">
      {code && isWanted && canTranslate(health, code, isSameLanguage(code, target) ? source : target) && (
        <p className="py-1">
          <NoticeButton
            onClick={() => {
              // The button disappears; the heading takes the focus.
              document.getElementById('card-speech-input')?.focus({ preventScroll: true });
              send({ type: 'language-picked', side: 'source', code });
              send({ type: 'translation-requested' });
            }}
          >
            {texts.translateFrom(getShortName(code))}
          </NoticeButton>
        </p>
      )}
    </div>
  );
}

/** A text that came back as it was is not answered. */
function isAnswered(translator: TranslatorProps['translator']): boolean {
  const { translation, original } = translator;
  return (
    translation !== undefined &&
    findOutdated(translator) === undefined &&
    translation.text.trim() !== original.text.trim()
  );
}

/** Stays during further typing, until the new text has stood for a moment. */
function useOtherLanguage(text: string, source: string): string | undefined {
  const settled = useDebounced(text.trim(), pauseMs);
  const [found, setFound] = useState<{ source: string; code: string | undefined }>();
  useEffect(() => {
    let isGone = false;
    detectOtherLanguage(settled, source).then(
      (code) => !isGone && setFound({ source, code }),
      // Without the detector nothing is offered.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [settled, source]);
  return text.trim() !== '' && found?.source === source ? found.code : undefined;
}

const pauseMs = 800;
