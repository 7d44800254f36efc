/**
 * When the count begins anew, as the reader's clock shows it: `1:00 AM tomorrow`.
 *
 * @param timeZone the reader's own unless told otherwise
 */
export function resetTime(resetsAt: string, now = new Date(), timeZone?: string): string {
  const at = new Date(resetsAt);
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(at);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return `${time} ${day.format(at) === day.format(now) ? 'today' : 'tomorrow'}`;
}
