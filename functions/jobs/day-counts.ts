import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { planCurrency } from '../../shared/plans.ts';
import { expiryOf, ledgerOf } from '../analytics/ledger.ts';
import { dayOf } from '../tables/usage.ts';
import {
  type DayCounts,
  type DayItem,
  type InvoiceItem,
  type LedgerItem,
  type ReversalItem,
  usersTable,
} from '../tables/users.ts';
import { documents } from './documents.ts';

/**
 * The days (UTC) that may not agree with the ledger, oldest first, with today: what was entered since the last run
 * happened at most 31 days before it. Stripe tells of an invoice for 30.
 *
 * @param recountedThrough the day of the last run; without one, a year
 */
export function daysBetween(recountedThrough: string | undefined, today: string): string[] {
  const end = Date.parse(today);
  const oldest = end - 366 * dayMs;
  const begin = recountedThrough ? Date.parse(recountedThrough) - 31 * dayMs : oldest;
  const days: string[] = [];
  for (let time = Math.max(begin, oldest); time <= end; time += dayMs) days.push(dayOf(time));
  return days;
}

const dayMs = 86_400_000;

/**
 * Sets the counts of a day to what the ledger holds.
 *
 * @returns by how much they were wrong, all differences added up; a wrong sum of money counts one
 */
export async function setDay(day: string): Promise<number> {
  for (;;) {
    const item = await readDay(day);
    const counts = await countLedger(day);
    const wrong = distance(counts, { ...nothing, ...item });
    if (wrong === 0 || (await writeDay(day, counts, item.entered))) return wrong;
  }
}

async function readDay(day: string): Promise<Partial<DayItem>> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(day), ConsistentRead: true }),
  );
  return (Item as DayItem | undefined) ?? {};
}

async function countLedger(day: string): Promise<DayCounts> {
  const counts = { ...nothing };
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :ledger',
      ExpressionAttributeValues: { ':ledger': ledgerOf(day) },
      ProjectionExpression: 'sk, amountCents, currency',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items as (LedgerItem | InvoiceItem | ReversalItem)[]) {
      if (item.sk.startsWith('SIGNUP#')) counts.signups += 1;
      else if (item.sk.startsWith('BEGAN#')) counts.began += 1;
      else if (item.sk.startsWith('ENDED#')) counts.ended += 1;
      else if ('amountCents' in item && item.currency === planCurrency)
        counts.revenueCents += item.amountCents;
    }
  }
  return counts;
}

/** @returns false where anything was entered since the day was read */
async function writeDay(day: string, counts: DayCounts, entered: number | undefined): Promise<boolean> {
  const settings = countNames.map((name) => `#${name} = :${name}`).join(', ');
  const update = new UpdateCommand({
    TableName: usersTable(),
    Key: keyOf(day),
    UpdateExpression: `SET ${settings}, expiresAt = if_not_exists(expiresAt, :expiresAt)`,
    ConditionExpression: entered === undefined ? 'attribute_not_exists(entered)' : 'entered = :entered',
    ExpressionAttributeNames: Object.fromEntries(countNames.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':expiresAt': expiryOf(day),
      ...(entered !== undefined && { ':entered': entered }),
      ...Object.fromEntries(countNames.map((name) => [`:${name}`, counts[name]])),
    },
  });
  return documents.send(update).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
}

function distance(one: DayCounts, other: DayCounts): number {
  const events = (['signups', 'began', 'ended'] as const).map((name) => Math.abs(one[name] - other[name]));
  return events.reduce((sum, each) => sum + each, Number(one.revenueCents !== other.revenueCents));
}

const nothing: DayCounts = { signups: 0, began: 0, ended: 0, revenueCents: 0 };
const countNames = Object.keys(nothing) as (keyof DayCounts)[];

function keyOf(day: string) {
  return { pk: 'STATS', sk: `DAY#${day}` };
}
