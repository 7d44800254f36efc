import { findLanguage, getDirection } from '../../shared/languages.ts';

export function getName(code: string): string {
  return findLanguage(code)?.name ?? code;
}

export function getShortName(code: string): string {
  return getName(code).replace(/ \(.*\)/, '');
}

/** Props of an element with a text in the language, which the browser's page translator must not translate again. */
export function getTextProps(code: string) {
  return { lang: findLanguage(code)?.code, dir: getDirection(code), translate: 'no' } as const;
}
