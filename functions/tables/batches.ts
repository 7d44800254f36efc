import { setTimeout as wait } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from './table.ts';
import { documentClient } from './users.ts';

/** Reads items consistently, in any order, without missing ones. */
export async function readItems<Item>(
  table: string,
  keys: readonly Key[],
  { signal = createDeadline(), ...read }: { signal?: AbortSignal; ProjectionExpression?: string } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (const batch of splitIntoBatches(keys, keysPerRead)) {
    let left: Keys = batch.map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const { Responses, UnprocessedKeys } = await documentClient.send(
        new BatchGetCommand({ RequestItems: { [table]: { ...read, Keys: left, ConsistentRead: true } } }),
        { abortSignal: signal },
      );
      items.push(...((Responses?.[table] ?? []) as Item[]));
      left = UnprocessedKeys?.[table]?.Keys ?? [];
      if (left.length > 0) await backOff(attempt, signal);
    }
  }
  return items;
}

export async function deleteItems(
  table: string,
  keys: readonly Key[],
  signal: AbortSignal = createDeadline(),
): Promise<void> {
  for (const batch of splitIntoBatches(keys, keysPerWrite)) {
    let left: Requests = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const { UnprocessedItems } = await documentClient.send(
        new BatchWriteCommand({ RequestItems: { [table]: left } }),
        { abortSignal: signal },
      );
      left = UnprocessedItems?.[table] ?? [];
      if (left.length > 0) await backOff(attempt, signal);
    }
  }
}

/** DynamoDB's limits for one call. */
const keysPerRead = 100;
const keysPerWrite = 25;

/** For jobs: how long a busy table may leave parts of a batch undone. */
function createDeadline(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await wait(Math.random() * Math.min(50 * 2 ** attempt, 1_000), undefined, { signal });
}

function splitIntoBatches(keys: readonly Key[], size: number): Key[][] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) =>
    keys.slice(index * size, (index + 1) * size),
  );
}

type Keys = NonNullable<NonNullable<BatchGetCommandInput['RequestItems']>[string]['Keys']>;
type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];
