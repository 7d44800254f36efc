import { readItem, updateItem } from '../tables/table.ts';
import { type ProfileItem, type Totals, type TotalsItem, usersTable } from '../tables/users.ts';
import { countProfile, subtract, totalNames } from './contribution.ts';

/** The sums of all profiles. */
export async function readTotals(): Promise<TotalsItem> {
  return (await readItem<TotalsItem>(usersTable(), key)) ?? key;
}

/** Adds what a write has changed in a profile. */
export async function countChange(
  before: ProfileItem | undefined,
  after: ProfileItem | undefined,
): Promise<void> {
  const change = subtract(countProfile(before), countProfile(after));
  if (totalNames.some((name) => change[name] !== 0)) await addToTotals(change);
}

export async function addToTotals(change: Totals): Promise<void> {
  await updateItem(usersTable(), key, {
    UpdateExpression: `ADD ${totalNames.map((name) => `#${name} :${name}`).join(', ')}, counted :one`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':one': 1, ...buildValues(change) },
  });
}

/** @returns false if anything was counted since the totals were read */
export async function setTotals(totals: Totals, { counted }: TotalsItem): Promise<boolean> {
  const updated = await updateItem(usersTable(), key, {
    UpdateExpression: `SET ${totalNames.map((name) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: counted === undefined ? 'attribute_not_exists(counted)' : 'counted = :counted',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...buildValues(totals),
      ...(counted !== undefined && { ':counted': counted }),
    },
  });
  return updated !== undefined;
}

/** Says until which day the days agree with the ledger; never moves back. */
export async function moveRecountedThrough(day: string): Promise<void> {
  await updateItem(usersTable(), key, {
    UpdateExpression: 'SET recountedThrough = :day',
    ConditionExpression: 'attribute_not_exists(recountedThrough) OR recountedThrough < :day',
    ExpressionAttributeValues: { ':day': day },
  });
}

const key = { pk: 'STATS', sk: 'TOTALS' } as const;
const names = Object.fromEntries(totalNames.map((name) => [`#${name}`, name]));

function buildValues(totals: Totals): Record<string, number> {
  return Object.fromEntries(totalNames.map((name) => [`:${name}`, totals[name]]));
}
