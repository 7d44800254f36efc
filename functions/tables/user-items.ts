import { PutCommand, type PutCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SessionExpired } from '../errors.ts';
import { documentClient } from './client.ts';
import { deleteItem, readItem, type Update } from './table.ts';
import { getUsersTable } from './users.ts';

/**
 * Writes a user's item, and deletes it again if the account was deleted meanwhile.
 * @throws SessionExpired without a profile, ConditionalCheckFailedException
 */
export async function putUserItem(item: UserItem, condition: Condition = {}): Promise<void> {
  await documentClient.send(new PutCommand({ TableName: getUsersTable(), Item: item, ...condition }));
  await deleteUnlessAccount([item]);
}

/** The same for several items of one user, in parallel. */
export async function updateUserItems(updates: readonly (UserItem & Update)[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    updates.map(({ pk, sk, ...update }) =>
      documentClient.send(new UpdateCommand({ TableName: getUsersTable(), Key: { pk, sk }, ...update })),
    ),
  );
  await deleteUnlessAccount(updates);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function deleteUnlessAccount(written: readonly UserItem[]): Promise<void> {
  const [first] = written;
  if (!first || (await readItem(getUsersTable(), { pk: first.pk, sk: 'PROFILE' }))) return;
  await Promise.all(written.map((item) => deleteItem(getUsersTable(), item)));
  throw new SessionExpired();
}

interface UserItem {
  readonly pk: `USER#${string}`;
  readonly sk: string;
}

type Condition = Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;
