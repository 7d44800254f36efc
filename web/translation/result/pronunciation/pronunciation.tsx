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
      <span data-testid="pronunciation" lang={romaniser.tag}>
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
  /** The language tag of what it writes. */
  readonly tag: string;
  load(): Promise<(text: string) => string>;
}

const importCyrillic = () => import('./cyrillic.ts');

const romanisers: Readonly<Record<string, Romaniser>> = {
  'zh-CN': { tag: 'zh-Latn-pinyin', load: async () => (await import('./chinese.ts')).romaniseChinese },
  ko: { tag: 'ko-Latn', load: async () => (await import('./korean.ts')).romaniseKorean },
  ru: { tag: 'ru-Latn', load: async () => (await importCyrillic()).romaniseRussian },
  uk: { tag: 'uk-Latn', load: async () => (await importCyrillic()).romaniseUkrainian },
  bg: { tag: 'bg-Latn', load: async () => (await importCyrillic()).romaniseBulgarian },
};
