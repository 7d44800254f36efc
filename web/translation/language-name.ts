import { findLanguage } from '../../shared/languages.ts';

/** The English name without a region. */
export function nameWithoutRegion(code: string): string {
  return findLanguage(code)?.name.replace(/ \(.*\)/, '') ?? code;
}
