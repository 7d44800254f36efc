import { addDays, listDays } from '../../shared/dates.ts';
import { planCurrency } from '../../shared/plans.ts';
import { noCounts, readDay, setDayCounts } from '../analytics/days.ts';
import { toLedger } from '../analytics/ledger.ts';
import { queryPages } from '../tables/table.ts';
import {
  type DayCounts,
  type InvoiceItem,
  type LedgerItem,
  type ReversalItem,
  usersTable,
} from '../tables/users.ts';

/**
 * The days (UTC) that may differ from the ledger, oldest first, with today. An entry happened at most 31 days before
 * the run that missed it, because Stripe reports an invoice for 30.
 *
 * @param recountedThrough the day of the last run; without one, a year
 */
export function listDaysToRecount(recountedThrough: string | undefined, today: string): string[] {
  const oldest = addDays(today, -366);
  const first = recountedThrough ? addDays(recountedThrough, -31) : oldest;
  return listDays(first > oldest ? first : oldest, today);
}

/**
 * Sets the counts of a day to what the ledger holds.
 *
 * @returns the sum of all differences; a wrong sum of money counts one
 */
export async function recountDay(day: string): Promise<number> {
  for (;;) {
    const item = await readDay(day);
    const counts = await countLedger(day);
    const wrongBy = countDifferences(counts, { ...noCounts, ...item });
    if (wrongBy === 0 || (await setDayCounts(day, counts, item))) return wrongBy;
  }
}

async function countLedger(day: string): Promise<DayCounts> {
  const counts = { ...noCounts };
  const pages = queryPages<LedgerItem | InvoiceItem | ReversalItem>({
    TableName: usersTable(),
    KeyConditionExpression: 'pk = :ledger',
    ExpressionAttributeValues: { ':ledger': toLedger(day) },
    ProjectionExpression: 'sk, amountCents, currency',
    ConsistentRead: true,
  });
  for await (const items of pages) {
    for (const item of items) {
      if (item.sk.startsWith('SIGNUP#')) counts.signups += 1;
      else if (item.sk.startsWith('BEGAN#')) counts.began += 1;
      else if (item.sk.startsWith('ENDED#')) counts.ended += 1;
      else if ('amountCents' in item && item.currency === planCurrency)
        counts.revenueCents += item.amountCents;
    }
  }
  return counts;
}

function countDifferences(one: DayCounts, other: DayCounts): number {
  const events = (['signups', 'began', 'ended'] as const).map((name) => Math.abs(one[name] - other[name]));
  return events.reduce((sum, each) => sum + each, Number(one.revenueCents !== other.revenueCents));
}
