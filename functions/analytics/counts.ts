import { bindFields, buildSetUpdate, updateItem } from '../tables/table.ts';
import { type CountName, type CountsItem, getUsersTable } from '../tables/users.ts';

export type Counts = { readonly [Name in CountName]?: number };

export async function addCounts(item: CountsItem, counts: Counts): Promise<void> {
  const added = { ...counts, changes: 1 };
  const expiry = item.expiresAt ? { expiresAt: item.expiresAt } : {};
  const set = item.expiresAt ? 'SET #expiresAt = :expiresAt ' : '';
  await updateItem(getUsersTable(), item, {
    UpdateExpression: `${set}ADD ${Object.keys(added).map((name) => `#${name} :${name}`)}`,
    ...bindFields({ ...added, ...expiry }),
  });
}

/** @returns false if anything was added since the item was read */
export async function replaceCounts(item: CountsItem, counts: Counts): Promise<boolean> {
  const update = buildSetUpdate({ ...counts, ...(item.expiresAt && { expiresAt: item.expiresAt }) });
  const replaced = await updateItem(getUsersTable(), item, {
    ...update,
    ConditionExpression: item.changes ? 'changes = :seen' : 'attribute_not_exists(changes)',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seen': item.changes },
  });
  return replaced !== undefined;
}

export function addUp<Sums extends object>(start: Sums, added: readonly Partial<Sums>[]): Sums {
  const sums = { ...start } as Record<string, number>;
  for (const [name, count] of added.flatMap((counts) => Object.entries(counts) as [string, number][])) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums as Sums;
}

export function getChange(before: Counts, after: Counts): Counts {
  const negated = Object.fromEntries(listCounts(before).map(([name, count]) => [name, -count]));
  return addUp(after, [negated]);
}

/** The sum of all differences; an amount of money that differs counts as 1. */
export function countDifferences(one: Counts, other: Counts): number {
  const differences = listCounts(getChange(one, other));
  return differences.reduce(
    (sum, [name, count]) => sum + (name.endsWith('Cents') ? Number(count !== 0) : Math.abs(count)),
    0,
  );
}

function listCounts(counts: Counts): [CountName, number][] {
  return Object.entries(counts) as [CountName, number][];
}
