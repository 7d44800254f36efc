import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Guest, User } from '../request/caller.ts';
import { documents } from '../tables/users.ts';

/** The key of everything that one user or guest has in a table. */
export type Partition = `USER#${string}` | `GUEST#${string}`;

/** The caller's own, which nothing that was sent can change. */
export function partitionOf(caller: Guest | User): Partition {
  return caller.kind === 'guest' ? `GUEST#${caller.guestId}` : `USER#${caller.userId}`;
}

/** Everything that is in a partition, as far as it has not expired. */
export async function readPartition<Item extends object>(
  table: string,
  partition: Partition,
  signal: AbortSignal,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pagesOf(table, partition, signal)) items.push(...(page as Item[]));
  const now = Date.now() / 1000;
  return items.filter((item) => !('expiresAt' in item) || Number(item.expiresAt) > now);
}

/**
 * Deletes what is in a partition, page by page. Whoever is stopped on the way begins again and finds less to do.
 *
 * @param kept sort keys whose items stay
 */
export async function emptyPartition(
  table: string,
  partition: Partition,
  signal: AbortSignal,
  kept: readonly string[] = [],
): Promise<void> {
  for await (const page of pagesOf(table, partition, signal, ['pk', 'sk'])) {
    const keys = page.filter(({ sk }) => !kept.includes(`${sk}`));
    for (let from = 0; from < keys.length; from += keysPerBatch) {
      await deleteBatch(table, keys.slice(from, from + keysPerBatch), signal);
    }
  }
}

/** DynamoDB's limit for one call. */
const keysPerBatch = 25;

async function* pagesOf(table: string, partition: Partition, signal: AbortSignal, attributes?: string[]) {
  const pages = paginateQuery(
    { client: documents },
    {
      TableName: table,
      KeyConditionExpression: 'pk = :partition',
      ExpressionAttributeValues: { ':partition': partition },
      ConsistentRead: true,
      ...(attributes && { ProjectionExpression: attributes.join() }),
    },
    { abortSignal: signal },
  );
  for await (const { Items = [] } of pages) yield Items;
}

/** A busy table leaves some of a batch undone; those are tried again until the function's time is up. */
async function deleteBatch(table: string, keys: Record<string, unknown>[], signal: AbortSignal) {
  let requests: Requests = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, 1_000)) {
    const { UnprocessedItems } = await documents.send(
      new BatchWriteCommand({ RequestItems: { [table]: requests } }),
      { abortSignal: signal },
    );
    requests = UnprocessedItems?.[table] ?? [];
    if (requests.length === 0) return;
    await sleep(waitMs * Math.random(), undefined, { signal });
  }
}

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];
