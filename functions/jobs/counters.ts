import { BatchWriteCommand, type BatchWriteCommandInput, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type UsageItem, usageTable } from '../tables/usage.ts';
import { backOff, batchReads, readBatch } from './batches.ts';
import { documents } from './documents.ts';

export type CounterKey = Pick<UsageItem, 'pk' | 'sk'>;

/** The next counters of a shard behind a cursor, in order: at most 100. The index may be a moment late. */
export async function findCounters(shard: string, cursor: string): Promise<CounterKey[]> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: usageTable(),
      IndexName: 'by-day',
      KeyConditionExpression: 'dayShard = :shard AND pk > :cursor',
      ExpressionAttributeValues: { ':shard': shard, ':cursor': cursor },
      ProjectionExpression: 'pk, sk',
      Limit: batchReads,
    }),
  );
  return Items as CounterKey[];
}

/** The cursor of a shard that is not begun: sorts before every subject. */
export const beforeAll = '#';

/** Without those that are gone. */
export async function readCounters(keys: readonly CounterKey[]): Promise<UsageItem[]> {
  return readBatch(usageTable(), keys);
}

export async function removeCounters(keys: readonly CounterKey[]): Promise<void> {
  const batches: CounterKey[][] = [];
  for (let from = 0; from < keys.length; from += batchDeletes)
    batches.push(keys.slice(from, from + batchDeletes));
  await Promise.all(batches.map(removeBatch));
}

/** As many as one BatchWrite takes. */
const batchDeletes = 25;

async function removeBatch(keys: readonly CounterKey[]): Promise<void> {
  const table = usageTable();
  let waiting: BatchWriteCommandInput['RequestItems'] = {
    [table]: keys.map((Key) => ({ DeleteRequest: { Key } })),
  };
  for (let attempt = 0; waiting?.[table]; attempt++) {
    await backOff(attempt);
    waiting = (await documents.send(new BatchWriteCommand({ RequestItems: waiting }))).UnprocessedItems;
  }
}
