import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dayOf } from '../tables/usage.ts';
import { type DayCounts, type DayItem, documents, type Totals, usersTable } from '../tables/users.ts';
import { totalNames } from './contribution.ts';

/** What happened on one day (UTC). */
export interface Day extends DayCounts {
  /** As `2026-11-20`. */
  readonly date: string;
}

/** What all profiles come to; nothing where nobody has signed up yet. */
export async function readTotals(): Promise<Totals> {
  const { Item = {} } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: { pk: 'STATS', sk: 'TOTALS' } }),
  );
  return numbersOf(Item, totalNames);
}

/** The last so many days, oldest first and today last, also those on which nothing happened. */
export async function readDays(count: number): Promise<Day[]> {
  const dates = lastDates(count);
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :stats AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':stats': 'STATS',
        ':first': `DAY#${dates[0]}`,
        ':last': `DAY#${dates.at(-1)}`,
      },
      ProjectionExpression: 'sk, signups, began, ended, revenueCents',
    }),
  );
  const found = new Map((Items as DayItem[]).map((item) => [item.sk, item]));
  return dates.map((date) => ({
    date,
    ...numbersOf(found.get(`DAY#${date}`) ?? {}, ['signups', 'began', 'ended']),
    // On some days more is paid back than paid.
    revenueCents: found.get(`DAY#${date}`)?.revenueCents ?? 0,
  }));
}

/** With one decimal; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1_000 * part) / whole) / 10 : 0;
}

function lastDates(count: number): string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * dayMs));
}

const dayMs = 86_400_000;

/** What was lost on its way to the totals may leave a number below nothing, until the nightly recount. */
function numbersOf<Name extends string>(
  item: Partial<Record<Name, number>>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, Math.max(0, item[name] ?? 0)])) as Record<
    Name,
    number
  >;
}
