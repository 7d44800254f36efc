import type { DayCounts, DayUsage, Totals } from '../tables/users.ts';
import { totalNames } from './contribution.ts';
import { listLastDays, readDays } from './days.ts';
import { readTotals } from './totals.ts';

/** The counts and usage of one day (UTC). */
export interface Day extends DayCounts {
  /** As `2026-11-20`. */
  readonly date: string;
  readonly usedInAll?: DayUsage | undefined;
}

/** The sums of all profiles; zeros before the first count. */
export async function readTotalFigures(): Promise<Totals> {
  return pickNumbers(await readTotals(), totalNames);
}

/** The last days, oldest first and today last, with zeros for days without events. */
export async function readDayFigures(count: number): Promise<Day[]> {
  const dates = listLastDays(count);
  const items = await readDays(dates[0] ?? '', dates.at(-1) ?? '');
  const found = new Map(items.map((item) => [item.sk.slice('DAY#'.length), item]));
  return dates.map((date) => ({
    date,
    ...pickNumbers(found.get(date) ?? {}, ['signups', 'began', 'ended']),
    // Negative if more was refunded than paid.
    revenueCents: found.get(date)?.revenueCents ?? 0,
    usedInAll: found.get(date)?.usedInAll,
  }));
}

/** With one decimal; 0 of nothing. */
export function toPercent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1_000 * part) / whole) / 10 : 0;
}

/** A lost count may leave a number below zero until the nightly recount. */
function pickNumbers<Name extends string>(
  item: Partial<Record<Name, number>>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, Math.max(0, item[name] ?? 0)])) as Record<
    Name,
    number
  >;
}
