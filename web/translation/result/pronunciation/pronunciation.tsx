import { useEffect, useState } from 'react';
import { findLanguage } from '../../../../shared/languages.ts';
import * as texts from '../../../texts/translator.ts';

/** How to read a translation aloud, in Latin letters. Nothing for languages without a good library. */
export function Pronunciation({ text, language, className = '' }: PronunciationProps) {
  const romaniser = romanisers[findLanguage(language)?.code ?? ''];
  const [latin, setLatin] = useState<{ readonly source: string; readonly text: string }>();
  useEffect(() => {
    let isGone = false;
    romaniser?.load().then(
      (romanise) => !isGone && setLatin({ source: text, text: romanise(text) }),
      // Offline, the translation is shown alone.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [text, romaniser]);
  if (!romaniser || latin?.source !== text) return null;
  return (
    <p className={`text-muted wrap-anywhere ${className}`}>
      <span className="sr-only">{texts.pronunciation} </span>
      <span data-testid="pronunciation" lang={romaniser.lang}>
        {latin.text}
      </span>
    </p>
  );
}

interface PronunciationProps {
  text: string;
  language: string;
  className?: string;
}

interface Romaniser {
  readonly lang: string;
  load(): Promise<(text: string) => string>;
}

const importCyrillic = () => import('./cyrillic.ts');

const romanisers: Readonly<Record<string, Romaniser>> = {
  'zh-CN': { lang: 'zh-Latn-pinyin', load: async () => (await import('./chinese.ts')).romaniseChinese },
  ko: { lang: 'ko-Latn', load: async () => (await import('./korean.ts')).romaniseKorean },
  ru: { lang: 'ru-Latn', load: async () => (await importCyrillic()).romaniseRussian },
  uk: { lang: 'uk-Latn', load: async () => (await importCyrillic()).romaniseUkrainian },
  bg: { lang: 'bg-Latn', load: async () => (await importCyrillic()).romaniseBulgarian },
};
