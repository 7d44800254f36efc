import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
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
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  expect((await client.send(new ListTablesCommand({}))).TableNames).toContain('users');
});

test('what it keeps is for the one who started it, and for no other user of the machine', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-dynamodb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await startDynamoDb(path.join(folder, 'data'));
  onTestFinished(database.stop);
  expect(statSync(path.join(folder, 'data', 'dynamodb')).mode & 0o077).toBe(0);
});
