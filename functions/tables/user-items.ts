import { AccountDeleted } from '../errors.ts';
import { deleteItem, putItem, readItem, type Update, updateItem } from './table.ts';
import { getUsersTable } from './users.ts';

/**
 * Writes a user's item, and deletes it again if the account was deleted in between.
 * @returns false if the condition does not hold
 * @throws AccountDeleted without a profile
 */
export async function putUserItem(
  item: UserItem,
  condition?: { ConditionExpression: string },
): Promise<boolean> {
  if (!(await putItem(getUsersTable(), item, condition))) return false;
  await deleteIfAccountGone([item]);
  return true;
}

/** The same for several items of one user, in parallel. */
export async function updateUserItems(updates: readonly (UserItem & Update)[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    updates.map(({ pk, sk, ...update }) => updateItem(getUsersTable(), { pk, sk }, update)),
  );
  await deleteIfAccountGone(updates);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function deleteIfAccountGone(written: readonly UserItem[]): Promise<void> {
  const [first] = written;
  if (!first || (await readItem(getUsersTable(), { pk: first.pk, sk: 'PROFILE' }))) return;
  await Promise.all(written.map((item) => deleteItem(getUsersTable(), item)));
  throw new AccountDeleted();
}

interface UserItem {
  readonly pk: `USER#${string}`;
  readonly sk: string;
}
