/** Seconds since 1970. Counts from the anchor: subscribing on the 31st means renewals on February 28 and March 31. */
export function computePeriodEnd(anchor: number, start: number, interval: string): number {
  const months = interval === 'year' ? 12 : 1;
  let cycles = 0;
  while (addMonths(anchor, cycles * months) <= start) cycles += 1;
  return addMonths(anchor, cycles * months);
}

export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1_000;
}

export const hourSeconds = 3_600;
