import { deleteItem, putItem, readItem } from '../tables/table.ts';
import { type ReconcileItem, usersTable } from '../tables/users.ts';

/** The last subscription of the last compared page. */
export async function readPlace(): Promise<string | undefined> {
  return (await readItem<ReconcileItem>(usersTable(), key))?.subscriptionId;
}

export async function rememberPlace(subscriptionId: string): Promise<void> {
  const item: ReconcileItem = { ...key, subscriptionId };
  await putItem(usersTable(), item);
}

export async function forgetPlace(): Promise<void> {
  await deleteItem(usersTable(), key);
}

const key = { pk: 'STATS', sk: 'RECONCILE' } as const;
