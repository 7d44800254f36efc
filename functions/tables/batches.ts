import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand, BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './client.ts';
import type { Key } from './table.ts';

/** Strongly consistent, in no particular order. Leaves out items that do not exist. */
export async function readItems<Item>(
  table: string,
  keys: readonly Key[],
  { signal = createDeadline(), ...read }: { signal?: AbortSignal; ProjectionExpression?: string } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  await sendInBatches(keys.map(toKey), keysPerRead, signal, async (Keys) => {
    const command = new BatchGetCommand({
      RequestItems: { [table]: { ...read, Keys, ConsistentRead: true } },
    });
    const { Responses, UnprocessedKeys } = await documentClient.send(command, { abortSignal: signal });
    items.push(...((Responses?.[table] ?? []) as Item[]));
    return UnprocessedKeys?.[table]?.Keys as Key[] | undefined;
  });
  return items;
}

export async function deleteItems(
  table: string,
  keys: readonly Key[],
  signal: AbortSignal = createDeadline(),
): Promise<void> {
  const requests: Requests = keys.map((key) => ({ DeleteRequest: { Key: toKey(key) } }));
  await sendInBatches(requests, keysPerWrite, signal, async (batch) => {
    const command = new BatchWriteCommand({ RequestItems: { [table]: batch } });
    const { UnprocessedItems } = await documentClient.send(command, { abortSignal: signal });
    return UnprocessedItems?.[table];
  });
}

/** @param send returns the parts that DynamoDB has not processed */
async function sendInBatches<Part>(
  parts: readonly Part[],
  size: number,
  signal: AbortSignal,
  send: (batch: Part[]) => Promise<Part[] | undefined>,
): Promise<void> {
  for (let start = 0; start < parts.length; start += size) {
    let left: Part[] = parts.slice(start, start + size);
    for (let attempt = 1; left.length > 0; attempt += 1) {
      left = (await send(left)) ?? [];
      if (left.length > 0) await backOff(attempt, signal);
    }
  }
}

const keysPerRead = 100;
const keysPerWrite = 25;

/** The default: how long a busy table may leave parts of a batch unprocessed. */
function createDeadline(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await wait(Math.random() * Math.min(50 * 2 ** attempt, 1_000), undefined, { signal });
}

function toKey({ pk, sk }: Key): Key {
  return { pk, sk };
}

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];
