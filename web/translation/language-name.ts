import { findLanguage } from '../../shared/languages.ts';

export function nameWithoutRegion(code: string): string {
  return findLanguage(code)?.name.replace(/ \(.*\)/, '') ?? code;
}
