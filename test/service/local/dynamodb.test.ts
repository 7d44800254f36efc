import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { DataFolderUnusable, openLevel } from '../../../infra/local/database/store.ts';
import { newFolder } from '../../support/folder.ts';
import { settleReads } from '../../support/parley/local.ts';
import { root } from '../../support/parley/system.ts';

const scan = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  'x-amz-date': '20261120T080000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=a/20261120/us-east-1/dynamodb/aws4_request, SignedHeaders=a, Signature=b',
};

test('the database refuses web pages, preflight requests included', async () => {
  const database = await startDynamoDb();
  onTestFinished(database.stop);
  const body = JSON.stringify({ TableName: 'users' });
  const page = { origin: 'https://evil.example' };
  const asked = await fetch(database.url, { method: 'POST', headers: { ...scan, ...page }, body });
  const preflight = await fetch(database.url, {
    method: 'OPTIONS',
    headers: {
      ...page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': Object.keys(scan).join(),
    },
  });
  for (const answer of [asked, preflight]) {
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(await answer.text()).toBe('');
  }
  const client = clientOf(database.url);
  expect((await client.send(new ListTablesCommand({}))).TableNames).toContain('users');
});

test('a function that leaves in the middle of its request does not end the database', async () => {
  const database = await startDynamoDb();
  onTestFinished(database.stop);
  const socket = connect(Number(new URL(database.url).port), '127.0.0.1');
  const headers = { ...scan, 'x-parley-function': 'auth.user', 'content-length': '100' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = ['POST / HTTP/1.1', 'host: localhost', ...lines, '', ''].join('\r\n');
  await new Promise<void>((sent) => socket.write(`${head}{"TableName":`, () => sent()));
  socket.destroy();
  await once(socket, 'close');
  const client = clientOf(database.url);
  expect((await client.send(new ListTablesCommand({}))).TableNames).toContain('users');
});

test('a start that was killed while tables were being created does not spoil the folder', async () => {
  const folder = newFolder();
  const first = await startDynamoDb(folder);
  await first.stop();
  const level = await openLevel<{ TableStatus?: string }>(path.join(folder, 'dynamodb'));
  const users = await level.get('table~users');
  await level.put('table~users', { ...users, TableStatus: 'CREATING' });
  await level.close();
  const second = await startDynamoDb(folder);
  onTestFinished(second.stop);
  const described = await clientOf(second.url).send(new DescribeTableCommand({ TableName: 'users' }));
  expect(described.Table?.TableStatus).toBe('ACTIVE');
});

test('a folder belongs to one database and to its owner', async () => {
  const folder = newFolder();
  const data = path.join(folder, 'data');
  const first = await startDynamoDb(data);
  expect(statSync(path.join(data, 'dynamodb')).mode & 0o077).toBe(0);
  const key = { pk: { S: 'USER#ada' }, sk: { S: 'PROFILE' } };
  await clientOf(first.url).send(new PutItemCommand({ TableName: 'users', Item: key }));
  await expect(startDynamoDb(data)).rejects.toThrow(
    new DataFolderUnusable('The data folder is in use by another Parley. Stop it, or add `-- --data DIR`.'),
  );
  await first.stop();
  const second = await startDynamoDb(data);
  onTestFinished(second.stop);
  const { Item } = await clientOf(second.url).send(new GetItemCommand({ TableName: 'users', Key: key }));
  expect(Item).toEqual(key);
});

test('a database that crashes ends the process and says why', async () => {
  const crash = `import { parentPort } from 'node:worker_threads';
    parentPort?.once('message', () => { throw new Error('The disk is full.'); });`;
  const use = `import { startDynamoDb } from './infra/local/database/dynamodb.ts';
    const { stop } = await startDynamoDb();
    await stop();
    await new Promise((done) => setTimeout(done, 60_000));`;
  const words = ['--import', `data:text/javascript,${crash}`, '--eval', use];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
    execFile(process.execPath, words, { cwd: root }, (error, _stdout, stderr) =>
      done({ code: error?.code, stderr }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The local database crashed.');
  expect(stderr).toContain('The disk is full.');
});

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}

test.for(Array.from({ length: 5 }, (_, index) => index + 1))(
  'a database that is stopped in the middle of requests ends without a crash, time %i',
  async () => {
    const database = await startDynamoDb();
    const Key = { pk: { S: 'USER#ada' }, sk: { S: 'PROFILE' } };
    const get = { ...scan, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
    const asked = Array.from({ length: 300 }, (_, index) =>
      fetch(database.url, {
        method: 'POST',
        headers: index % 2 ? scan : get,
        body: JSON.stringify({ TableName: 'users', ...(index % 2 === 0 && { Key }) }),
      }).catch((error: unknown) => error),
    );
    await asked[0];
    await database.stop();
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer instanceof TypeError).length).toBeGreaterThan(0);
  },
);

test('a stale read answers from before the last write, in all ways of reading but a consistent one', async () => {
  const database = await startDynamoDb(undefined, { hasStaleReads: true });
  const client = clientOf(database.url);
  const documents = DynamoDBDocumentClient.from(client);
  onTestFinished(async () => {
    documents.destroy();
    await database.stop();
  });
  const TableName = 'users';
  const key = { pk: 'USER#a', sk: 'PROFILE' };
  const put = (step: number) =>
    documents.send(new PutCommand({ TableName, Item: { ...key, step, kind: 'user', createdAt: `${step}` } }));
  const readAll = async () => {
    const query = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': key.pk },
    };
    const [got, queried, scanned, batch, indexed] = await Promise.all([
      documents.send(new GetCommand({ TableName, Key: key })),
      documents.send(new QueryCommand({ TableName, ...query })),
      documents.send(new ScanCommand({ TableName })),
      documents.send(new BatchGetCommand({ RequestItems: { users: { Keys: [key] } } })),
      documents.send(
        new QueryCommand({
          TableName,
          IndexName: 'by-creation',
          KeyConditionExpression: 'kind = :user',
          ExpressionAttributeValues: { ':user': 'user' },
        }),
      ),
    ]);
    return [
      got.Item?.step,
      queried.Items?.[0]?.step,
      scanned.Items?.[0]?.step,
      batch.Responses?.users?.[0]?.step,
      indexed.Items?.[0]?.createdAt,
    ];
  };

  await put(1);
  expect(await readAll()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  await put(2);
  expect(await readAll()).toEqual([1, 1, 1, 1, '1']);
  const { Item } = await documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
  expect(Item?.step).toBe(2);
  await settleReads(database.url);
  expect(await readAll()).toEqual([2, 2, 2, 2, '2']);
});
