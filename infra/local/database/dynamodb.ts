import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type TableDefinition, tables } from '../../aws/stack/tables.ts';
import { DataFolderUnusable, explainFailedWrite, openLevel } from './store.ts';

export type LocalDynamoDb = Awaited<ReturnType<typeof startDynamoDb>>;

/**
 * A thread keeps dynalite from blocking the functions. Data is in memory without a folder.
 * @param options.hasStaleReads for tests, in memory only: `stale-reads.ts`
 * @param options.onRefused what a function's role does not allow
 * @throws DataFolderUnusable
 */
export async function startDynamoDb(
  folder?: string,
  options: { hasStaleReads?: boolean; onRefused?: (refusal: string) => void } = {},
) {
  const { hasStaleReads = process.env.STALE_READS === 'on', onRefused } = options;
  const files = folder && path.join(folder, 'dynamodb');
  if (files) await prepareFiles(files);
  const worker = new Worker(new URL('dynamodb-worker.ts', import.meta.url), {
    workerData: {
      files,
      hasStaleReads: hasStaleReads && !files,
      // For tests, in memory only: `forwarding.ts`.
      upstream: files ? undefined : process.env.DYNAMODB_LOCAL,
    },
  });
  const ended = new Promise((done) => worker.once('exit', done));
  const [url] = (await once(worker, 'message')) as [string];
  if (onRefused) worker.on('message', onRefused);
  worker.on('error', (error) => {
    const cause = explainFailedWrite(error);
    throw cause instanceof DataFolderUnusable ? cause : new Error('The local database crashed.', { cause });
  });
  await createTables(url);
  return {
    url,
    stop: async () => {
      worker.postMessage('stop');
      await ended;
    },
  };
}

/** dynalite crashes on unusable files, and a kill during the first start leaves tables in creation for ever: nothing was ever written to them. */
async function prepareFiles(files: string): Promise<void> {
  const level = await openLevel<{ TableStatus?: string }>(files);
  for await (const [key, table] of level.iterator({ gte: 'table~', lt: 'table\u007f' })) {
    if (table.TableStatus === 'CREATING') await level.del(key);
  }
  await level.close();
}

export async function createTables(url: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  for (const [name, definition] of Object.entries(tables)) {
    await client.send(new CreateTableCommand(describeTable(name, definition))).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    await waitUntilTableExists(
      { client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.1 },
      { TableName: name },
    );
  }
  client.destroy();
}

function describeTable(name: string, table: TableDefinition): CreateTableCommandInput {
  const keySchema = (keys: { partitionKey: string; sortKey: string }) => [
    { AttributeName: keys.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: keys.sortKey, KeyType: 'RANGE' as const },
  ];
  const attributes = new Set([table, ...table.indexes].flatMap((each) => [each.partitionKey, each.sortKey]));
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(table),
    ...(table.indexes.length > 0 && {
      GlobalSecondaryIndexes: table.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection: {
          ProjectionType: 'KEYS_ONLY' as const,
        },
      })),
    }),
  };
}
