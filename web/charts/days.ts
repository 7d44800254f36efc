import { shownLanguage } from '../language/shown-language.ts';

/** A UTC day without its year: `Nov 28`. @param date as `2026-11-28` */
export function formatShortDay(date: string): string {
  return short.format(new Date(date));
}

/** A UTC day: `Nov 28, 2026`. @param at a day or a moment, as ISO 8601 */
export function formatMediumDay(at: string): string {
  return medium.format(new Date(at));
}

const short = new Intl.DateTimeFormat(shownLanguage, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat(shownLanguage, { dateStyle: 'medium', timeZone: 'UTC' });
