import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { findTables, readTime } from '../../../../../infra/aws/commands/restore.ts';

test.each(['', 'yesterday', '2026-11-28', '2026-11-28T12:00', '2026-13-28T12:00Z'])(
  '"%s" is no time',
  (time) => {
    expect(() => readTime(['--from', time])).toThrow('such as 2026-11-28T12:00Z');
  },
);

test('a time is in UTC, with or without seconds', () => {
  expect(readTime(['--from', '2026-11-28T12:00Z']).toISOString()).toBe('2026-11-28T12:00:00.000Z');
  expect(readTime(['--from=2026-11-28T12:00:30Z']).toISOString()).toBe('2026-11-28T12:00:30.000Z');
});

const table = (LogicalResourceId: string, PhysicalResourceId: string) => ({
  ResourceType: 'AWS::DynamoDB::GlobalTable',
  LogicalResourceId,
  PhysicalResourceId,
  LastUpdatedTimestamp: new Date(),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});

test('the tables with backups are found on all pages of the stack', async () => {
  const client = new CloudFormationClient({ region: 'us-east-1' });
  mockClient(client)
    .on(ListStackResourcesCommand)
    .resolvesOnce({
      StackResourceSummaries: [table('StorageUsersA1', 'users-1'), table('StorageSpeechB2', 'speech-1')],
      NextToken: 'more',
    })
    .resolvesOnce({
      StackResourceSummaries: [table('StorageUsageC3', 'usage-1'), table('StorageBuildsD4', 'builds-1')],
    });
  const found = await findTables(client, 'parley-prod');
  expect(Object.fromEntries(found)).toEqual({ users: 'users-1', usage: 'usage-1', builds: 'builds-1' });
});

test('a stack without tables is refused by name', async () => {
  const client = new CloudFormationClient({ region: 'us-east-1' });
  mockClient(client).on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
  await expect(findTables(client, 'parley-trial')).rejects.toThrow(
    'parley-trial has no table for users, usage, builds.',
  );
});
