import { bindFields, buildSetUpdate, updateItem } from '../tables/table.ts';
import { getUsersTable, type Recount, type TotalsItem } from '../tables/users.ts';
import type { Counts } from './counts.ts';
import { noTotals, readTotals } from './totals.ts';

/** Goes on with the recount that a killed run has left, unless that is too old. */
export async function beginRecount(now: number): Promise<Recount> {
  const { recount: left, changes = 0, ...item } = await readTotals();
  if (left && Date.parse(left.until) > now - maxAgeMs) return left;
  const { users, trials, paying, yearlyCents } = { ...noTotals, ...item };
  const recount: Recount = {
    until: new Date(now).toISOString(),
    pages: 0,
    last: null,
    sums: noTotals,
    movedEntries: 0,
    before: { users, trials, paying, yearlyCents },
    changes,
  };
  const begun = await updateItem(getUsersTable(), item, {
    ...buildSetUpdate({ recount }),
    ConditionExpression: left ? '#recount.#until = :left' : 'attribute_not_exists(#recount)',
    ExpressionAttributeNames: { '#recount': 'recount', ...(left && { '#until': 'until' }) },
    ExpressionAttributeValues: { ':recount': recount, ...(left && { ':left': left.until }) },
  });
  return begun ? recount : beginRecount(now);
}

/** Lambda calls a failed job again within six hours. */
const maxAgeMs = 6 * 3_600_000;

/** Of several runs at once, only the first counts a page. @returns the recount after that */
export async function moveRecount(from: Recount, to: Omit<Recount, 'pages'>): Promise<Recount> {
  const next: Recount = { ...to, pages: from.pages + 1 };
  const moved = await changeRecount(from, 'SET #recount = :next', { ':next': next });
  return moved ? next : ((await readTotals()).recount ?? next);
}

/**
 * Adds the correction to the totals.
 *
 * @param isExact only if they have not changed since it began
 * @returns false if nothing was added
 */
export function endRecount(recount: Recount, correction: Counts, isExact: boolean): Promise<boolean> {
  const { ExpressionAttributeNames, ExpressionAttributeValues } = bindFields(correction);
  const added = Object.keys(correction).map((name) => `#${name} :${name}`);
  const unchanged = recount.changes === 0 ? 'attribute_not_exists(changes)' : 'changes = :changes';
  return changeRecount(
    recount,
    `REMOVE #recount ADD ${added}`,
    { ...ExpressionAttributeValues, ...(isExact && recount.changes > 0 && { ':changes': recount.changes }) },
    ExpressionAttributeNames,
    isExact ? ` AND ${unchanged}` : '',
  );
}

export async function dropRecount(recount: Recount): Promise<void> {
  await changeRecount(recount, 'REMOVE #recount');
}

async function changeRecount(
  { until, pages }: Recount,
  UpdateExpression: string,
  values: Record<string, unknown> = {},
  names: Record<string, string> = {},
  condition = '',
): Promise<boolean> {
  const changed = await updateItem<TotalsItem>(
    getUsersTable(),
    { pk: 'STATS', sk: 'TOTALS' },
    {
      UpdateExpression,
      ConditionExpression: `#recount.#until = :until AND #recount.#pages = :pages${condition}`,
      ExpressionAttributeNames: { '#recount': 'recount', '#until': 'until', '#pages': 'pages', ...names },
      ExpressionAttributeValues: { ':until': until, ':pages': pages, ...values },
    },
  );
  return changed !== undefined;
}
