import { addDays, listDays, toDay } from '../../shared/dates.ts';
import type { Metrics } from './queries.ts';

export type Day = Metrics['trends'][number];

/** Returns every UTC day of the period, oldest first, up to today, or up to the newest build if the clock is behind. */
export function fillMissingDays(trends: readonly Day[], days: number, nowMs: number): Day[] {
  const built = new Map(trends.map((day) => [day.date, day]));
  const dates = [...built.keys()];
  const last = [toDay(nowMs), ...dates].sort().at(-1) ?? '';
  const first = [addDays(last, 1 - days), ...dates].sort()[0] ?? '';
  return listDays(first, last).map(
    (date) => built.get(date) ?? { date, buildCount: 0, avgDuration: null, successRate: null },
  );
}
