import { useEffect, useState } from 'react';
import { findLanguage } from '../../../../shared/languages.ts';

/** How to read a translation aloud, in Latin letters. Nothing for languages without a good library. */
export function Pronunciation({ text, language, className = '' }: PronunciationProps) {
  const reader = readers[findLanguage(language)?.code ?? ''];
  const [read, setRead] = useState<{ readonly text: string; readonly aloud: string }>();
  useEffect(() => {
    let isGone = false;
    reader?.load().then(
      (romanise) => !isGone && setRead({ text, aloud: romanise(text) }),
      // Offline, the translation has to do.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [text, reader]);
  if (!reader || read?.text !== text) return null;
  return (
    <p className={`text-muted wrap-anywhere ${className}`}>
      <span className="sr-only">Pronunciation: </span>
      <span data-testid="pronunciation" lang={reader.tag}>
        {read.aloud}
      </span>
    </p>
  );
}

interface PronunciationProps {
  text: string;
  language: string;
  className?: string;
}

interface Reader {
  /** The language tag of what it writes. */
  readonly tag: string;
  load(): Promise<(text: string) => string>;
}

const importCyrillic = () => import('./cyrillic.ts');

const readers: Readonly<Record<string, Reader>> = {
  'zh-CN': { tag: 'zh-Latn-pinyin', load: async () => (await import('./chinese.ts')).romaniseChinese },
  ko: { tag: 'ko-Latn', load: async () => (await import('./korean.ts')).romaniseKorean },
  ru: { tag: 'ru-Latn', load: async () => (await importCyrillic()).romaniseRussian },
  uk: { tag: 'uk-Latn', load: async () => (await importCyrillic()).romaniseUkrainian },
  bg: { tag: 'bg-Latn', load: async () => (await importCyrillic()).romaniseBulgarian },
};
