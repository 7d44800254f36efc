import { findLanguage } from '../../shared/languages.ts';
import { shownLanguage } from './shown-language.ts';

/** Undefined for an unknown code. */
export function findName(code: string): string | undefined {
  const language = findLanguage(code);
  if (!language || shownLanguage === 'en') return language?.name;
  return translated?.of(namedCodes[language.code] ?? language.code) ?? language.name;
}

export function getName(code: string): string {
  return findName(code) ?? code;
}

export function getShortName(code: string): string {
  return getName(code).replace(/ ?[(（].*[)）]/, '');
}

/** For a name that stands alone, or begins a sentence. Within sentences, many languages write it small. */
export function capitalise(name: string): string {
  return name.charAt(0).toLocaleUpperCase(shownLanguage) + name.slice(1);
}

/** Hardened browsers may have no names; then the English ones are shown. */
const translated =
  'DisplayNames' in Intl
    ? new Intl.DisplayNames(shownLanguage, {
        type: 'language',
        style: 'short',
        // “English (United States)”, and not “American English”: short names end at the bracket.
        languageDisplay: 'standard',
      })
    : undefined;

/** Chinese is named after its script, and not after a country. */
const namedCodes: Readonly<Record<string, string>> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'yue',
};
