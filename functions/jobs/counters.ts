import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { type UsageItem, usageTable } from '../usage-table.ts';
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
      Limit: pageCounters,
    }),
  );
  return Items as CounterKey[];
}

/** The cursor of a shard that is not begun: sorts before every subject. */
export const beforeAll = '#';

/** As many as one BatchGet takes. */
const pageCounters = 100;

/** Without those that are gone. */
export async function readCounters(keys: readonly CounterKey[]): Promise<UsageItem[]> {
  const table = usageTable();
  const counters: UsageItem[] = [];
  let waiting: BatchGetCommandInput['RequestItems'] = { [table]: { Keys: [...keys], ConsistentRead: true } };
  for (let attempt = 0; waiting?.[table]; attempt++) {
    await backOff(attempt);
    const answer: BatchGetCommandOutput = await documents.send(
      new BatchGetCommand({ RequestItems: waiting }),
    );
    counters.push(...((answer.Responses?.[table] ?? []) as UsageItem[]));
    waiting = answer.UnprocessedKeys;
  }
  return counters;
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

/** What a batch leaves undone has to be asked for again, later each time. */
async function backOff(attempt: number): Promise<void> {
  if (attempt === maxAttempts) throw new TableBusy();
  if (attempt > 0) await pause(Math.random() * 50 * 2 ** attempt);
}

const maxAttempts = 8;

/** DynamoDB left a part of a batch undone each time. */
class TableBusy extends Error {
  override readonly name = 'TableBusy';
}
