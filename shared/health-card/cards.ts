import { canonicalizeCode } from '../languages.ts';
import type { CardTexts } from './entries.ts';

/** The card's texts in a language, and nothing of the others. @throws Error if the file cannot be fetched */
export async function loadCardTexts(code: string): Promise<CardTexts> {
  const load = cards[canonicalizeCode(code)];
  if (!load) throw new Error(`There is no card in ${code}.`);
  return (await load()).texts;
}

const cards: Readonly<Record<string, () => Promise<{ readonly texts: CardTexts }>>> = {
  ar: () => import('./asia/ar.ts'),
  bg: () => import('./east-europe/bg.ts'),
  bn: () => import('./asia/bn.ts'),
  ca: () => import('./romance/ca.ts'),
  cs: () => import('./east-europe/cs.ts'),
  da: () => import('./north-europe/da.ts'),
  de: () => import('./north-europe/de.ts'),
  'de-CH': () => import('./north-europe/de-CH.ts'),
  el: () => import('./east-europe/el.ts'),
  'en-AU': () => import('./english/en-GB.ts'),
  'en-GB': () => import('./english/en-GB.ts'),
  'en-IN': () => import('./english/en-IN.ts'),
  'en-NZ': () => import('./english/en-GB.ts'),
  'en-US': () => import('./english/en-US.ts'),
  es: () => import('./romance/es.ts'),
  'es-419': () => import('./romance/es-419.ts'),
  et: () => import('./east-europe/et.ts'),
  fi: () => import('./north-europe/fi.ts'),
  fr: () => import('./romance/fr.ts'),
  'fr-CA': () => import('./romance/fr-CA.ts'),
  hi: () => import('./asia/hi.ts'),
  hu: () => import('./east-europe/hu.ts'),
  id: () => import('./asia/id.ts'),
  it: () => import('./romance/it.ts'),
  ja: () => import('./asia/ja.ts'),
  ko: () => import('./asia/ko.ts'),
  lt: () => import('./east-europe/lt.ts'),
  lv: () => import('./east-europe/lv.ts'),
  ms: () => import('./asia/ms.ts'),
  nl: () => import('./north-europe/nl.ts'),
  'nl-BE': () => import('./north-europe/nl-BE.ts'),
  no: () => import('./north-europe/no.ts'),
  pl: () => import('./east-europe/pl.ts'),
  pt: () => import('./romance/pt.ts'),
  'pt-BR': () => import('./romance/pt-BR.ts'),
  ro: () => import('./romance/ro.ts'),
  ru: () => import('./east-europe/ru.ts'),
  sk: () => import('./east-europe/sk.ts'),
  sv: () => import('./north-europe/sv.ts'),
  th: () => import('./asia/th.ts'),
  tr: () => import('./asia/tr.ts'),
  uk: () => import('./east-europe/uk.ts'),
  vi: () => import('./asia/vi.ts'),
  'zh-CN': () => import('./asia/zh-CN.ts'),
  'zh-HK': () => import('./asia/zh-HK.ts'),
  'zh-TW': () => import('./asia/zh-TW.ts'),
};
