import { counterDays, dayOf } from '../tables/usage.ts';

/**
 * The days (UTC, `2026-11-20`) that are over and not rolled, oldest first.
 *
 * @param rolledThrough the last day that is rolled; without one, the days whose counters have not expired
 * @param now milliseconds since 1970
 */
export function closedDays(rolledThrough: string | undefined, now: number): string[] {
  const lastClosed = dayOf(now - lastWritesMs - dayMs);
  const lastRolled = rolledThrough ?? dayOf(Date.parse(lastClosed) - counterDays * dayMs);
  const days: string[] = [];
  for (let time = Date.parse(lastRolled) + dayMs; dayOf(time) <= lastClosed; time += dayMs)
    days.push(dayOf(time));
  return days;
}

const dayMs = 24 * 60 * 60_000;
/** Functions that answer people run for at most 30 seconds, and a grant lapses after 60: then a day is closed. */
const lastWritesMs = 2 * 60_000;
