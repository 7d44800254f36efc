import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { documentClient } from './client.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export async function readItem<Item>(
  table: string,
  { pk, sk }: Key,
  abortSignal?: AbortSignal,
): Promise<Item | undefined> {
  const { Item } = await documentClient.send(
    new GetCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }),
    { ...(abortSignal && { abortSignal }) },
  );
  return Item as Item | undefined;
}

/** @returns false if the condition does not hold */
export async function putItem<Item extends Key>(
  table: string,
  item: Item,
  condition: Omit<PutCommandInput, 'TableName' | 'Item'> = {},
): Promise<boolean> {
  const put = new PutCommand({ TableName: table, Item: item, ...condition });
  return (await ignoreFailedCondition(documentClient.send(put))) !== undefined;
}

export const ifNew = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

/** @returns the attributes that `ReturnValues` asks for; undefined if the condition does not hold */
export async function updateItem<Item>(
  table: string,
  { pk, sk }: Key,
  update: Update,
  abortSignal?: AbortSignal,
): Promise<Partial<Item> | undefined> {
  const command = new UpdateCommand({ TableName: table, Key: { pk, sk }, ...update });
  const answer = await ignoreFailedCondition(
    documentClient.send(command, { ...(abortSignal && { abortSignal }) }),
  );
  return answer && ((answer.Attributes ?? {}) as Partial<Item>);
}

export type Update = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

/** @returns the item that was there, empty if there was none; undefined if the condition does not hold */
export async function deleteItem<Item>(
  table: string,
  { pk, sk }: Key,
  condition: Omit<DeleteCommandInput, 'TableName' | 'Key'> = {},
): Promise<Partial<Item> | undefined> {
  const deletion = new DeleteCommand({
    TableName: table,
    Key: { pk, sk },
    ...condition,
    ReturnValues: 'ALL_OLD',
  });
  const answer = await ignoreFailedCondition(documentClient.send(deletion));
  return answer && ((answer.Attributes ?? {}) as Partial<Item>);
}

export async function* queryPages<Item>(
  query: QueryCommandInput,
  abortSignal?: AbortSignal,
): AsyncGenerator<Item[]> {
  const pages = paginateQuery({ client: documentClient }, query, { ...(abortSignal && { abortSignal }) });
  for await (const { Items = [] } of pages) yield Items as Item[];
}

export async function* scanPages<Item>(scan: ScanCommandInput): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of paginateScan({ client: documentClient }, scan)) yield Items as Item[];
}

export async function ignoreFailedCondition<Answer>(write: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

export function buildSetUpdate(fields: Readonly<Record<string, unknown>>) {
  const UpdateExpression = `SET ${Object.keys(fields).map((name) => `#${name} = :${name}`)}`;
  return { UpdateExpression, ...bindFields(fields) };
}

/** Binds each field to `#name` and `:name` in an update's expressions. */
export function bindFields(fields: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(fields);
  return {
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  };
}
