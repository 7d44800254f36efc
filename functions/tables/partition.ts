import type { Guest, User } from '../request/caller.ts';
import { deleteItems } from './batches.ts';
import { type Key, queryPages } from './table.ts';

export type Partition = `USER#${string}` | `GUEST#${string}`;

export function toPartition(caller: Guest | User): Partition {
  return caller.kind === 'guest' ? `GUEST#${caller.guestId}` : `USER#${caller.userId}`;
}

export async function readPartition<Item extends object>(
  table: string,
  partition: Partition,
  signal: AbortSignal,
): Promise<Item[]> {
  const pages = await Array.fromAsync(queryPages<Item>(buildQuery(table, partition), signal));
  const now = Date.now() / 1000;
  return pages.flat().filter((item) => !('expiresAt' in item) || Number(item.expiresAt) > now);
}

/** @param kept sort keys whose items stay */
export async function emptyPartition(
  table: string,
  partition: Partition,
  signal: AbortSignal,
  kept: readonly string[] = [],
): Promise<void> {
  const query = { ...buildQuery(table, partition), ProjectionExpression: 'pk, sk' };
  for await (const keys of queryPages<Key>(query, signal)) {
    await deleteItems(
      table,
      keys.filter(({ sk }) => !kept.includes(sk)),
      signal,
    );
  }
}

function buildQuery(table: string, partition: Partition) {
  return {
    TableName: table,
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': partition },
    ConsistentRead: true,
  };
}
