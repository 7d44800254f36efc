import { addDays, listDays, statisticsRetentionMs, toDay, toSeconds } from '../../shared/dates.ts';
import { buildSetUpdate, queryPages, readItem, updateItem } from '../tables/table.ts';
import { type DayCounts, type DayItem, type DayUsage, getUsersTable } from '../tables/users.ts';

export const noCounts: DayCounts = { signups: 0, began: 0, ended: 0, revenueCents: 0 };

export async function readDay(day: string): Promise<DayItem> {
  return { ...(await readItem<DayItem>(getUsersTable(), buildDayKey(day))), ...buildDayKey(day) };
}

export async function readDays(first: string): Promise<DayItem[]> {
  const pages = queryPages<DayItem>({
    TableName: getUsersTable(),
    KeyConditionExpression: 'pk = :stats AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':stats': 'STATS',
      ':first': buildDayKey(first).sk,
      ':last': buildDayKey(toDay(Date.now())).sk,
    },
  });
  return (await Array.fromAsync(pages)).flat();
}

/** Oldest first, today last. */
export function listLastDays(count: number): string[] {
  const today = toDay(Date.now());
  return listDays(addDays(today, 1 - count), today);
}

/** Writes once per day, because its counters are deleted afterwards. */
export async function setDayUsage(day: string, usage: DayUsage): Promise<void> {
  const key = buildDayKey(day);
  await updateItem(getUsersTable(), key, {
    ...buildSetUpdate({ dayUsage: usage, expiresAt: key.expiresAt }),
    ConditionExpression: 'attribute_not_exists(dayUsage)',
  });
}

export function buildDayKey(day: string) {
  return { pk: 'STATS', sk: `DAY#${day}`, expiresAt: getExpiry(day) } as const;
}

export function getExpiry(day: string): number {
  return toSeconds(Date.parse(day) + statisticsRetentionMs);
}
