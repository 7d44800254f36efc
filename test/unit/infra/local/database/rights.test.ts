import { expect, test } from 'vitest';
import { findRefusal } from '../../../../../infra/local/database/rights.ts';

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'ALL' } });
const query = (pk: string) => ({
  TableName: 'usage',
  KeyConditionExpression: 'sk > :from AND pk = :pk',
  ExpressionAttributeValues: { ':from': { S: 'A' }, ':pk': { S: pk } },
});

test('a function may do what its role allows', () => {
  expect(findRefusal('account.export', 'Query', query('GUEST#1'))).toBeUndefined();
  const batch = { RequestItems: { usage: { Keys: [key('USER#1'), key('FREE#3')] } } };
  expect(findRefusal('jobs.reset-allowances', 'BatchGetItem', batch)).toBeUndefined();
  const index = { TableName: 'usage', IndexName: 'by-day', KeyConditionExpression: 'utcDay = :day' };
  expect(findRefusal('jobs.reset-allowances', 'Query', index)).toBeUndefined();
  expect(findRefusal('jobs.sweep-speech', 'Scan', { TableName: 'speech' })).toBeUndefined();
});

test.each([
  [
    'another action',
    'account.export',
    'PutItem',
    { TableName: 'usage', Item: key('GUEST#1') },
    'usage of GUEST#*',
  ],
  ['another key', 'account.export', 'Query', query('ADDRESS#203.0.113.7'), 'usage of ADDRESS#*'],
  [
    'a key that only begins like an allowed one',
    'analytics.overview',
    'GetItem',
    { TableName: 'users', Key: key('STATS2') },
    'users of STATS2',
  ],
  [
    'one key of a batch',
    'jobs.reset-allowances',
    'BatchGetItem',
    { RequestItems: { usage: { Keys: [key('USER#1'), key('GUEST#1')] } } },
    'usage of USER#*, GUEST#*',
  ],
  [
    'a write in a batch',
    'account.remove',
    'BatchWriteItem',
    { RequestItems: { users: [{ DeleteRequest: { Key: key('LEDGER#1') } }] } },
    'users of LEDGER#*',
  ],
  [
    'another table',
    'settings.read',
    'GetItem',
    { TableName: 'usage', Key: key('USER#1') },
    'usage of USER#*',
  ],
  ['an index', 'account.export', 'Query', { TableName: 'usage', IndexName: 'by-day' }, 'usage/index/by-day'],
  ['a scan', 'account.export', 'Scan', { TableName: 'users' }, 'users'],
] as const)('a function may not use %s', (_what, id, action, input, on) => {
  expect(findRefusal(id, action, input)).toBe(
    `${id} is not authorized to perform dynamodb:${action} on ${on}: see infra/aws/stack/needs.ts`,
  );
});
