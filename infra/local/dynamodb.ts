import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import { ClassicLevel } from 'classic-level';
import dynalite from 'dynalite';
import { type TableDefinition, tables } from '../tables.ts';

/** DynamoDB on this machine. */
export interface LocalDynamoDb {
  readonly url: string;
  /** For whoever is in the same process. */
  readonly server: Server;
  stop(): Promise<void>;
}

/**
 * Starts dynalite with every table of the stack.
 *
 * @param folder keeps the data across restarts, and is made where there is none; without it everything is in
 * memory
 * @throws DataFolderUnusable
 */
export async function startDynamoDb(folder?: string): Promise<LocalDynamoDb> {
  const files = folder && path.join(folder, 'dynamodb');
  if (files) await requireUsable(files);
  const server: Server = dynalite({ createTableMs: 0, ...(files && { path: files }) });
  keepPagesOut(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createTables(url);
  return {
    url,
    server,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * dynalite gives an iterator back by `return`, which this database's have not: it kept everything that a query or a
 * scan had ever read, and with it every file of the database that had been replaced since.
 */
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
  Object.defineProperty(prototype, 'return', { configurable: true, value: prototype.close });
}

/** The message is a sentence for the terminal. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
}

/** Opens and closes the files as dynalite will, which ends the whole process when it cannot. */
async function requireUsable(files: string): Promise<void> {
  try {
    await mkdir(files, { recursive: true, mode: 0o700 });
    const level = new ClassicLevel(files);
    await level.open();
    await level.close();
  } catch (error) {
    const inUse = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'LEVEL_LOCKED';
    const why = inUse ? 'is in use by another Parley. Stop that one, or' : 'cannot be written to:';
    throw new DataFolderUnusable(`The data folder ${why} add \`-- --data DIR\`.`, { cause: error });
  }
}

/** dynalite checks no signature and answers every web page; a page says that it is one, and an SDK never does. */
function keepPagesOut(server: Server): void {
  const answers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.headers.origin !== undefined) return response.writeHead(403).end();
    for (const answer of answers) answer(request, response);
  });
}

async function createTables(url: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  for (const [name, definition] of Object.entries(tables)) {
    await client.send(new CreateTableCommand(tableInput(name, definition))).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    await waitUntilTableExists(
      { client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.1 },
      { TableName: name },
    );
  }
  client.destroy();
}

function tableInput(name: string, table: TableDefinition): CreateTableCommandInput {
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
          ProjectionType: index.projection === 'keys' ? ('KEYS_ONLY' as const) : ('ALL' as const),
        },
      })),
    }),
  };
}
