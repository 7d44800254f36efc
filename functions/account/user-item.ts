import { DeleteCommand, GetCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { SessionExpired } from '../errors.ts';
import { documents, usersTable } from '../users-table.ts';

/**
 * Writes something of a user's, so that nothing outlives an account that is deleted at the same time. Deletion
 * takes the profile away and looks for leavings after that: whoever still finds the profile after writing has
 * written something that deletion will find, and whoever does not takes it back.
 *
 * @throws SessionExpired when the account has gone; nothing is left of the item
 * @throws ConditionalCheckFailedException when the condition does not hold
 */
export async function putUserItem(item: UserItem, condition: Condition = {}): Promise<void> {
  const { pk, sk } = item;
  await documents.send(new PutCommand({ TableName: usersTable(), Item: item, ...condition }));
  const profile = { TableName: usersTable(), Key: { pk, sk: 'PROFILE' }, ProjectionExpression: 'pk' };
  const { Item } = await documents.send(new GetCommand({ ...profile, ConsistentRead: true }));
  if (Item) return;
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: { pk, sk } }));
  throw new SessionExpired();
}

interface UserItem {
  readonly pk: `USER#${string}`;
  readonly sk: string;
}

type Condition = Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;
