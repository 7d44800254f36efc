/** Days, months and hours are UTC. Moments are milliseconds since 1970. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const daySeconds = 86_400;

export function toDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * dayMs);
}

export function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

export function getNextHour(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs;
}

export function getNextDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

export function getNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** How long statistics are kept, as the privacy page says. */
export const statisticsRetentionMs = 2 * 365 * dayMs;

/** DynamoDB's expiry: whole seconds since 1970. */
export function toSeconds(moment: number): number {
  return Math.floor(moment / 1_000);
}
