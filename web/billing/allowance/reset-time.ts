import * as texts from '../../texts/allowance.tsx';

/** `1:00 AM tomorrow`, by default in the user's time zone. */
export function formatResetTime(resetsAt: string, now = new Date(), timeZone?: string): string {
  const at = new Date(resetsAt);
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(at);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return day.format(at) === day.format(now) ? texts.resetToday(time) : texts.resetTomorrow(time);
}
