import { isSourceCode } from '../../../shared/languages.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import { findLanguageCode } from '../../settings/language-tags.ts';

/**
 * The language in which the visitor reads the card: the page's. English pages are also for people whose language Parley
 * is not shown in, so they read From.
 */
export function findOwnLanguage(source: string): string {
  if (shownLanguage === 'en' || source.startsWith(shownLanguage)) return source;
  // With its region: the page in Portuguese is Brazilian.
  const tag = new Intl.Locale(shownLanguage).maximize().toString();
  return findLanguageCode(tag, isSourceCode) ?? source;
}
