import { dayMs } from '../../../shared/dates.ts';

/** By this device's calendar, also when its clocks change in between. */
export function countDaysAgo(at: Date, now: Date): number {
  return Math.round((findMidnight(now) - findMidnight(at)) / dayMs);
}

function findMidnight(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0);
}
