import { findLanguage } from '../../shared/languages.ts';

export function getShortName(code: string): string {
  return findLanguage(code)?.name.replace(/ \(.*\)/, '') ?? code;
}
