import { addDays, listDays, statisticsMs, toDay, toSeconds } from '../../shared/dates.ts';
import { queryPages, readItem, updateItem } from '../tables/table.ts';
import { type DayCounts, type DayItem, type DayUsage, usersTable } from '../tables/users.ts';

export const noCounts: DayCounts = { signups: 0, began: 0, ended: 0, revenueCents: 0 };
const countNames = Object.keys(noCounts) as (keyof DayCounts)[];

/** The counts and usage of a day (UTC, `2026-11-20`). */
export async function readDay(day: string): Promise<Partial<DayItem>> {
  return (await readItem<DayItem>(usersTable(), buildKey(day))) ?? {};
}

/** The kept days of a period, both ends included, oldest first. */
export async function readDays(first: string, last: string): Promise<DayItem[]> {
  const days: DayItem[] = [];
  const pages = queryPages<DayItem>({
    TableName: usersTable(),
    KeyConditionExpression: 'pk = :stats AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':stats': 'STATS',
      ':first': buildKey(first).sk,
      ':last': buildKey(last).sk,
    },
  });
  for await (const page of pages) days.push(...page);
  return days;
}

/** The last days, oldest first and today last. */
export function listLastDays(count: number): string[] {
  const today = toDay(Date.now());
  return listDays(addDays(today, 1 - count), today);
}

/** Counts one ledger entry. @param counts one of them */
export async function addToDay(day: string, counts: Partial<DayCounts>): Promise<void> {
  const [[name, number] = ['', 0]] = Object.entries(counts);
  await updateItem(usersTable(), buildKey(day), {
    UpdateExpression: `SET ${expiry} ADD #count :number, entered :one`,
    ExpressionAttributeNames: { '#count': name },
    ExpressionAttributeValues: { ':expiresAt': getExpiry(day), ':number': number, ':one': 1 },
  });
}

/** @returns false if anything was entered since the day was read */
export async function setDayCounts(
  day: string,
  counts: DayCounts,
  { entered }: Partial<DayItem>,
): Promise<boolean> {
  const updated = await updateItem(usersTable(), buildKey(day), {
    UpdateExpression: `SET ${countNames.map((name) => `#${name} = :${name}`).join(', ')}, ${expiry}`,
    ConditionExpression: entered === undefined ? 'attribute_not_exists(entered)' : 'entered = :entered',
    ExpressionAttributeNames: Object.fromEntries(countNames.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':expiresAt': getExpiry(day),
      ...(entered !== undefined && { ':entered': entered }),
      ...Object.fromEntries(countNames.map((name) => [`:${name}`, counts[name]])),
    },
  });
  return updated !== undefined;
}

/** Only once for each day: afterwards its counters are deleted. */
export async function setDayUsage(day: string, usage: DayUsage): Promise<void> {
  await updateItem(usersTable(), buildKey(day), {
    UpdateExpression: `SET usedInAll = :usage, ${expiry}`,
    ConditionExpression: 'attribute_not_exists(usedInAll)',
    ExpressionAttributeValues: { ':usage': usage, ':expiresAt': getExpiry(day) },
  });
}

export function getExpiry(day: string): number {
  return toSeconds(Date.parse(day) + statisticsMs);
}

const expiry = 'expiresAt = if_not_exists(expiresAt, :expiresAt)';

function buildKey(day: string) {
  return { pk: 'STATS', sk: `DAY#${day}` } as const;
}
