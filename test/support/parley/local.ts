import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import { runOutside } from '../../../infra/local/gateway/running-function.ts';

/** @returns its address, without a slash at the end */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server with its connections. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/**
 * A client of a local database, which takes any credentials. Its reads are consistent, and its writes are old when the
 * product reads: only the product's own writes can be missing from a stale read.
 */
export function documentsAt(endpoint: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isRead = /^(Get|Query|Scan)/.test(`${commandName}`) && !('IndexName' in args.input);
        const answer = await runOutside(() =>
          next(isRead ? { input: { ConsistentRead: true, ...args.input } } : args),
        );
        if (process.env.STALE_READS === 'on' && /^(Put|Update|Delete|BatchWrite)/.test(`${commandName}`))
          await settleReads(endpoint);
        return answer;
      },
    { step: 'initialize' },
  );
  return documents;
}

/** Lets stale reads catch up: `infra/local/database/stale-reads.ts`. */
export async function settleReads(url: string): Promise<void> {
  await fetch(`${url}/settle`, { method: 'POST' });
}

export function putAll(
  documents: DynamoDBDocumentClient,
  table: string,
  items: readonly object[],
): Promise<void> {
  return writeAll(
    documents,
    table,
    items.map((item) => ({ PutRequest: { Item: { ...item } } })),
  );
}

export function removeAll(
  documents: DynamoDBDocumentClient,
  table: string,
  items: readonly { pk?: unknown; sk?: unknown }[],
): Promise<void> {
  return writeAll(
    documents,
    table,
    items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
}

/** In batches of 25, the most that DynamoDB takes. */
async function writeAll(
  documents: DynamoDBDocumentClient,
  table: string,
  requests: NonNullable<BatchWriteCommandInput['RequestItems']>[string],
): Promise<void> {
  const limit = pLimit(8);
  const batches = Array.from({ length: Math.ceil(requests.length / 25) }, (_, index) => {
    const batch = requests.slice(index * 25, (index + 1) * 25);
    return limit(() => documents.send(new BatchWriteCommand({ RequestItems: { [table]: batch } })));
  });
  await Promise.all(batches);
}

export async function scanAll<Item = Record<string, unknown>>(
  client: DynamoDBDocumentClient,
  table: string,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName: table })) {
    items.push(...((page.Items ?? []) as Item[]));
  }
  return items;
}
