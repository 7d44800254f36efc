import { findLanguage, getDirection } from '../../shared/languages.ts';

/** Props of an element with a text in the language, which the browser's page translator must not translate again. */
export function getTextProps(code: string) {
  return { lang: findLanguage(code)?.code, dir: getDirection(code), translate: 'no' } as const;
}
