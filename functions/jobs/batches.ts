import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { documents } from './documents.ts';

/** As many as one BatchGet takes. */
export const batchReads = 100;

/** Reads at most 100 items, consistently, without those that are gone. */
export async function readBatch<Item>(table: string, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let waiting: BatchGetCommandInput['RequestItems'] = { [table]: { Keys: [...keys], ConsistentRead: true } };
  for (let attempt = 0; waiting?.[table]; attempt++) {
    await backOff(attempt);
    const answer: BatchGetCommandOutput = await documents.send(
      new BatchGetCommand({ RequestItems: waiting }),
    );
    items.push(...((answer.Responses?.[table] ?? []) as Item[]));
    waiting = answer.UnprocessedKeys;
  }
  return items;
}

/** What a batch leaves undone has to be asked for again, later each time. */
export async function backOff(attempt: number): Promise<void> {
  if (attempt === maxAttempts) throw new TableBusy();
  if (attempt > 0) await pause(Math.random() * 50 * 2 ** attempt);
}

const maxAttempts = 8;

/** DynamoDB left a part of a batch undone each time. */
class TableBusy extends Error {
  override readonly name = 'TableBusy';
}

interface Key {
  readonly pk: string;
  readonly sk: string;
}
