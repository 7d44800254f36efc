import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type AttributeValue, DynamoDBClient, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { type TableName, tables } from '../../../infra/aws/stack/tables.ts';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { openLevel } from '../../../infra/local/database/store.ts';

/** The data folder of one release, as JSON, and how to find it. */
export interface RecordedFolder {
  readonly version: string;
  readonly recordedAt: string;
  /** Has Premium and one translation. */
  readonly person: { readonly email: string; readonly password: string };
  /** Has used one translation. */
  readonly freePerson: { readonly email: string; readonly password: string };
  /** Of a guest who has used two translations. */
  readonly guestCookies: Readonly<Record<string, string>>;
  readonly signingSecret: string;
  readonly tables: Readonly<Record<TableName, readonly Item[]>>;
  /** Values by key, without keys and sessions, which are made again. */
  readonly stores: Readonly<Record<'login' | 'stripe', Readonly<Record<string, unknown>>>>;
}

type Item = Readonly<Record<string, AttributeValue>>;

export const recordedFile = path.join(import.meta.dirname, 'recorded-folder.json');

export function readRecordedFolder(): RecordedFolder {
  return JSON.parse(readFileSync(recordedFile, 'utf8'));
}

/** Reads the folder of a Parley that has stopped. */
export async function readFolder(
  folder: string,
): Promise<Pick<RecordedFolder, 'version' | 'signingSecret' | 'tables' | 'stores'>> {
  const names = Object.keys(tables) as TableName[];
  const recorded = await withDatabase(folder, async (client) => {
    const items: [TableName, Item[]][] = [];
    for (const name of names) {
      const found: Item[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) found.push(...Items);
      items.push([name, found]);
    }
    return Object.fromEntries(items) as Record<TableName, Item[]>;
  });
  return {
    version: readFileSync(path.join(folder, 'version'), 'utf8'),
    signingSecret: readFileSync(path.join(folder, 'signing-secret'), 'utf8'),
    tables: recorded,
    stores: {
      login: await readStore(folder, 'login', /^(account|address):/),
      stripe: await readStore(folder, 'stripe', /^(?!object:(webhook_endpoint|note:keys))/),
    },
  };
}

/** @param more `isUnversioned` leaves out the version */
export async function writeFolder(
  folder: string,
  recorded: RecordedFolder,
  more: { isUnversioned?: boolean } = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (!more.isUnversioned) writeFileSync(path.join(folder, 'version'), recorded.version);
  writeFileSync(path.join(folder, 'signing-secret'), recorded.signingSecret);
  await withDatabase(folder, async (client) => {
    for (const [TableName, items] of Object.entries(recorded.tables)) {
      for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
    }
  });
  for (const [name, values] of Object.entries(recorded.stores)) {
    const level = await openLevel<unknown>(path.join(folder, name));
    for (const [key, value] of Object.entries(values)) await level.put(key, value);
    await level.close();
  }
}

async function withDatabase<Result>(folder: string, work: (client: DynamoDBClient) => Promise<Result>) {
  const database = await startDynamoDb(folder);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: database.url, region: 'us-east-1', credentials });
  try {
    return await work(client);
  } finally {
    client.destroy();
    await database.stop();
  }
}

async function readStore(folder: string, name: string, kept: RegExp): Promise<Record<string, unknown>> {
  const level = await openLevel<unknown>(path.join(folder, name));
  const entries = await level.iterator().all();
  await level.close();
  return Object.fromEntries(entries.filter(([key]) => kept.test(key)));
}
