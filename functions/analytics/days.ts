import { queryPages, readItem, updateItem } from '../tables/table.ts';
import { toDay } from '../tables/usage.ts';
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
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => toDay(now - (count - 1 - index) * dayMs));
}

const dayMs = 86_400_000;

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

/** After two years, as the privacy page says; in seconds since 1970. */
export function getExpiry(day: string): number {
  return Date.parse(day) / 1_000 + 2 * 365 * 86_400;
}

const expiry = 'expiresAt = if_not_exists(expiresAt, :expiresAt)';

function buildKey(day: string) {
  return { pk: 'STATS', sk: `DAY#${day}` } as const;
}
