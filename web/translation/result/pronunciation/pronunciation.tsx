import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findLanguage } from '../../../../shared/languages.ts';
import * as texts from '../../../texts/translator.ts';

/** How to read a translation aloud, in Latin letters. Nothing for languages without a good library. */
export function Pronunciation({ text, language, className = '' }: PronunciationProps) {
  const romaniser = romanisers[findLanguage(language)?.code ?? ''];
  // If it fails, as offline, the translation is shown alone.
  const { data: romanise } = useQuery({
    queryKey: ['romaniser', romaniser?.lang],
    queryFn: romaniser?.load ?? skipToken,
    networkMode: 'always',
  });
  const latin = useMemo(() => romanise?.(text), [romanise, text]);
  if (!romaniser || latin === undefined) return null;
  return (
    <p className={`text-muted wrap-anywhere ${className}`}>
      <span className="sr-only">{`${texts.pronunciation} `}</span>
      <span data-testid="pronunciation" lang={romaniser.lang} translate="no">
        {latin}
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
  // Revised Romanization of the pronunciation, including sound changes between letters.
  ko: { lang: 'ko-Latn', load: async () => (await import('es-hangul')).romanize },
  ru: { lang: 'ru-Latn', load: async () => (await importCyrillic()).romaniseRussian },
  uk: { lang: 'uk-Latn', load: async () => (await importCyrillic()).romaniseUkrainian },
  bg: { lang: 'bg-Latn', load: async () => (await importCyrillic()).romaniseBulgarian },
};
