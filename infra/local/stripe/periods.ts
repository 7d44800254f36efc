/** How often a price is due. */
interface Recurrence {
  readonly interval: string;
  readonly interval_count: number;
}

/**
 * When the period ends that begins at `start`: the first of the anchor's dates after it. Counted from the anchor, so
 * that the 31st is the 28th in February and the 31st again in March.
 *
 * @param anchor the billing cycle's, in seconds since 1970, as `start` and the result are
 */
export function periodEnd(anchor: number, start: number, recurrence: Recurrence): number {
  let cycles = 0;
  while (dateAfter(anchor, cycles, recurrence) <= start) cycles += 1;
  return dateAfter(anchor, cycles, recurrence);
}

function dateAfter(anchor: number, cycles: number, { interval, interval_count }: Recurrence): number {
  const count = cycles * interval_count;
  switch (interval) {
    case 'day':
      return anchor + count * daySeconds;
    case 'week':
      return anchor + count * 7 * daySeconds;
    case 'month':
      return monthsAfter(anchor, count);
    case 'year':
      return monthsAfter(anchor, count * 12);
    default:
      throw new Error(`Stripe knows no interval ${interval}.`);
  }
}

/** The same day of the month and time of day (UTC), or the month's last day where it is shorter. */
function monthsAfter(seconds: number, months: number): number {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1_000;
}

export const hourSeconds = 3_600;
export const daySeconds = 24 * hourSeconds;
