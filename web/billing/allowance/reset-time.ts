import { shownLanguage } from '../../language/shown-language.ts';
import * as texts from '../../texts/allowance.tsx';

/** `1:00 AM tomorrow`, by default in the user's time zone. */
export function formatResetTime(resetsAt: string, now = new Date(), timeZone?: string): string {
  const at = new Date(resetsAt);
  const time = new Intl.DateTimeFormat(shownLanguage, { timeStyle: 'short', timeZone }).format(at);
  const dayFormat = new Intl.DateTimeFormat(shownLanguage, { dateStyle: 'short', timeZone });
  return dayFormat.format(at) === dayFormat.format(now) ? texts.timeToday(time) : texts.timeTomorrow(time);
}
