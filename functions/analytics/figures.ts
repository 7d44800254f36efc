import type { DayCounts, DayUsage, Totals } from '../tables/users.ts';
import { listLastDays, noCounts, readDays } from './days.ts';
import { noTotals, readTotals } from './totals.ts';

export interface Day extends DayCounts {
  /** Such as `2026-11-20`. */
  readonly date: string;
  readonly dayUsage?: DayUsage | undefined;
}

export async function readTotalFigures(): Promise<Totals> {
  return pickCounts(await readTotals(), noTotals);
}

export async function readDayFigures(count: number): Promise<Day[]> {
  const dates = listLastDays(count);
  const items = await readDays(dates[0] ?? '');
  const found = new Map(items.map((item) => [item.sk.slice('DAY#'.length), item]));
  return dates.map((date) => {
    const item = found.get(date);
    // Negative if more was refunded than paid.
    const revenueCents = item?.revenueCents ?? 0;
    return { ...pickCounts(item, noCounts), date, revenueCents, dayUsage: item?.dayUsage };
  });
}

/** With one decimal; 0 if `whole` is 0. */
export function toPercent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1_000 * part) / whole) / 10 : 0;
}

/** A lost count may leave a number below zero until the nightly recount. */
function pickCounts<Counts extends Totals | DayCounts>(item: Partial<Counts> = {}, zeros: Counts): Counts {
  const names = Object.keys(zeros) as (keyof Counts)[];
  const counts = names.map((name) => [name, Math.max(0, Number(item[name] ?? 0))]);
  return Object.fromEntries(counts) as Counts;
}
