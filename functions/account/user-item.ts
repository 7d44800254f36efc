import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { SessionExpired } from '../errors.ts';
import { documents, usersTable } from '../tables/users.ts';

/**
 * Writes something of a user's, so that nothing outlives an account that is deleted at the same time. Deletion
 * takes the profile away and looks for leavings after that: whoever still finds the profile after writing has
 * written something that deletion will find, and whoever does not takes it back.
 *
 * @throws SessionExpired when the account has gone; nothing is left of the item
 * @throws ConditionalCheckFailedException when the condition does not hold
 */
export async function putUserItem(item: UserItem, condition: Condition = {}): Promise<void> {
  await documents.send(new PutCommand({ TableName: usersTable(), Item: item, ...condition }));
  await requireAccount([item]);
}

/**
 * The same for several items of one user's, made or changed side by side.
 *
 * @throws SessionExpired when the account has gone; nothing is left of the items
 */
export async function updateUserItems(updates: readonly (UserItem & Update)[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    updates.map(({ pk, sk, ...update }) =>
      documents.send(new UpdateCommand({ TableName: usersTable(), Key: { pk, sk }, ...update })),
    ),
  );
  await requireAccount(updates);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** @param written items of one user's */
async function requireAccount(written: readonly UserItem[]): Promise<void> {
  const Key = { pk: written[0]?.pk, sk: 'PROFILE' };
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key, ProjectionExpression: 'pk', ConsistentRead: true }),
  );
  if (Item) return;
  await Promise.all(
    written.map(({ pk, sk }) =>
      documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk, sk } })),
    ),
  );
  throw new SessionExpired();
}

interface UserItem {
  readonly pk: `USER#${string}`;
  readonly sk: string;
}

type Condition = Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

type Update = Omit<UpdateCommandInput, 'TableName' | 'Key'>;
