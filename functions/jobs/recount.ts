import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { nothing, sumOf, totalNames } from '../analytics/contribution.ts';
import { dayOf } from '../tables/usage.ts';
import { type Recount, type Totals, type TotalsItem, usersTable } from '../tables/users.ts';
import { documents } from './documents.ts';

/** The totals as they are, and how far they are counted anew. */
interface Known extends Totals, Pick<TotalsItem, 'recount' | 'recountedThrough'> {
  readonly counted: number;
}

/** What a recount was when a page was read for it. */
interface Seen {
  readonly recount: Recount;
  readonly counted: number;
}

export async function readTotals(): Promise<Known> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: key, ConsistentRead: true }),
  );
  return { ...nothing, counted: 0, ...(Item as TotalsItem | undefined) };
}

/** Joins the recount that is under way, or begins one. What was left behind on another day is begun anew. */
export async function openRecount(): Promise<Recount> {
  const now = Date.now();
  const begun: Recount = { ...nothing, startedAt: new Date(now).toISOString(), through: beforeAll };
  for (;;) {
    const { recount } = await readTotals();
    if (recount?.startedAt.startsWith(dayOf(now))) return recount;
    const isBegun = await update({
      UpdateExpression: 'SET recount = :recount, counted = if_not_exists(counted, :zero)',
      ConditionExpression: recount ? 'recount.startedAt = :left' : 'attribute_not_exists(recount)',
      ExpressionAttributeValues: {
        ':recount': begun,
        ':zero': 0,
        ...(recount && { ':left': recount.startedAt }),
      },
    });
    if (isBegun) return begun;
  }
}

/** Sorts before every time. */
const beforeAll = '0';

/**
 * Adds the sums of a page, and moves the recount to its end.
 *
 * @returns false where anything has been counted, or another run has moved on, since the page was read
 */
export async function addToRecount(seen: Seen, sums: Totals, through: string): Promise<boolean> {
  const recount: Recount = { ...seen.recount, ...sumOf([seen.recount, sums]), through };
  return updateAsSeen(seen, { UpdateExpression: 'SET recount = :recount' }, { ':recount': recount });
}

/**
 * Makes the recount's sums the totals.
 *
 * @returns false where anything has been counted, or another run has moved on, since the end was reached
 */
export async function closeRecount(seen: Seen): Promise<boolean> {
  const settings = totalNames.map((name) => `#${name} = :${name}`).join(', ');
  return updateAsSeen(
    seen,
    {
      UpdateExpression: `SET ${settings} REMOVE recount`,
      ExpressionAttributeNames: Object.fromEntries(totalNames.map((name) => [`#${name}`, name])),
    },
    Object.fromEntries(totalNames.map((name) => [`:${name}`, seen.recount[name]])),
  );
}

/** Never moves back. */
export async function moveRecountedThrough(day: string): Promise<void> {
  await update({
    UpdateExpression: 'SET recountedThrough = :day',
    ConditionExpression: 'attribute_not_exists(recountedThrough) OR recountedThrough < :day',
    ExpressionAttributeValues: { ':day': day },
  });
}

const key = { pk: 'STATS', sk: 'TOTALS' };

async function updateAsSeen(
  { recount: { startedAt, through }, counted }: Seen,
  change: Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeNames'>,
  values: Record<string, unknown>,
): Promise<boolean> {
  return update({
    ...change,
    ConditionExpression:
      'recount.startedAt = :startedAt AND recount.#through = :through AND counted = :counted',
    ExpressionAttributeNames: { ...change.ExpressionAttributeNames, '#through': 'through' },
    ExpressionAttributeValues: {
      ...values,
      ':startedAt': startedAt,
      ':through': through,
      ':counted': counted,
    },
  });
}

/** @returns false where the condition does not hold */
async function update(change: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<boolean> {
  try {
    await documents.send(new UpdateCommand({ TableName: usersTable(), Key: key, ...change }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
