import { addDays, listDays, toDay } from '../../shared/dates.ts';
import type { Metrics } from './queries.ts';

export type Day = Metrics['trends'][number];

/**
 * Every UTC day of the period, oldest first, with empty days.
 *
 * @param trends days with builds, newest first
 * @param nowMs a slow clock hides no day of the trends
 */
export function listEveryDay(trends: readonly Day[], days: number, nowMs: number): Day[] {
  const built = new Map(trends.map((day) => [day.date, day]));
  const dates = [...built.keys()];
  const last = [toDay(nowMs), ...dates].sort().at(-1) ?? '';
  const first = [addDays(last, 1 - days), ...dates].sort()[0] ?? '';
  return listDays(first, last).map(
    (date) => built.get(date) ?? { date, buildCount: 0, avgDuration: null, successRate: null },
  );
}
