import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents, type ReconcileItem, usersTable } from '../tables/users.ts';

/** How far the comparison with Stripe has come: the last subscription of the last whole page. */
export async function readPlace(): Promise<string | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: key, ConsistentRead: true }),
  );
  return (Item as ReconcileItem | undefined)?.subscriptionId;
}

export async function rememberPlace(subscriptionId: string): Promise<void> {
  const item: ReconcileItem = { ...key, subscriptionId };
  await documents.send(new PutCommand({ TableName: usersTable(), Item: item }));
}

export async function forgetPlace(): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: key }));
}

const key = { pk: 'STATS', sk: 'RECONCILE' } as const;
