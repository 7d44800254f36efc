import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { AbstractLevel } from 'abstract-level';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDynamoDb } from '../../../infra/local/dynamodb.ts';

const scan = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  'x-amz-date': '20261120T080000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=a/20261120/us-east-1/dynamodb/aws4_request, SignedHeaders=a, Signature=b',
};

test('a web page can neither ask the database nor ask whether it may', async () => {
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

test('what it keeps is for the one who started it, and for no other user of the machine', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-dynamodb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await startDynamoDb(path.join(folder, 'data'));
  onTestFinished(database.stop);
  expect(statSync(path.join(folder, 'data', 'dynamodb')).mode & 0o077).toBe(0);
});

test('what a query has read is let go, whether all of it was wanted or the first alone', async () => {
  const opened = vi.spyOn(AbstractLevel.prototype, 'attachResource');
  const closed = vi.spyOn(AbstractLevel.prototype, 'detachResource');
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const database = await startDynamoDb();
  onTestFinished(database.stop);
  const client = clientOf(database.url);
  for (const sk of ['1', '2', '3']) {
    await client.send(
      new PutItemCommand({ TableName: 'users', Item: { pk: { S: 'USER#ada' }, sk: { S: sk } } }),
    );
  }
  for (const limit of [{}, { Limit: 1 }]) {
    const { Count } = await client.send(
      new QueryCommand({
        TableName: 'users',
        KeyConditionExpression: 'pk = :ada',
        ExpressionAttributeValues: { ':ada': { S: 'USER#ada' } },
        ...limit,
      }),
    );
    expect(Count).toBe(limit.Limit ?? 3);
  }
  expect(opened).toHaveBeenCalled();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(opened.mock.calls.length), 15_000);
});

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}
