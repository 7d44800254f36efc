import { DescribeExportCommand, DynamoDBClient, ListExportsCommand } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/jobs/check-copies.ts';
import { runJob } from '../../support/handlers/event.ts';
import { catchLog } from '../../support/handlers/log-lines.ts';

const users = 'arn:aws:dynamodb:us-east-1:123456789012:table/users';
const usage = 'arn:aws:dynamodb:us-east-1:123456789012:table/usage';
const logged = catchLog();
const dynamodb = mockClient(DynamoDBClient);
const hourMs = 3_600_000;

// The files of a worker share the client's class.
afterAll(() => dynamodb.restore());

beforeEach(() => {
  dynamodb.reset();
  vi.stubEnv('COPIED_TABLES', `${users},${usage}`);
});

test('copies of last night that succeeded, or are not finished yet, are fine', async () => {
  copied(users, [8, 'COMPLETED'], [32, 'FAILED']);
  copied(usage, [8, 'IN_PROGRESS'], [32, 'COMPLETED']);
  await runJob('check-copies', handler);
  expect(dynamodb.commandCalls(DescribeExportCommand)).toHaveLength(2);
});

test('a copy that failed after it began fails the job', async () => {
  copied(users, [8, 'COMPLETED']);
  copied(usage, [8, 'FAILED'], [32, 'COMPLETED']);
  await expect(runJob('check-copies', handler)).rejects.toThrow('did not finish: CopyFailed');
  expect(logged()).toContain('"name":"CopyFailed"');
});

test.each([
  ['none began within a day', [[32, 'COMPLETED']]],
  ['there is none', []],
] as const)('a table fails the job if %s', async (_why, exports) => {
  copied(users, ...exports);
  await expect(runJob('check-copies', handler)).rejects.toThrow('did not finish: CopyMissing');
});

test('the newest copy may be on a later page', async () => {
  copied(users, [8, 'COMPLETED']);
  copied(usage, [8, 'COMPLETED']);
  const old = arnOf(users, 32);
  dynamodb
    .on(ListExportsCommand, { TableArn: users })
    .resolves({ ExportSummaries: [{ ExportArn: old }], NextToken: 'more' })
    .on(ListExportsCommand, { TableArn: users, NextToken: 'more' })
    .resolves({ ExportSummaries: [{ ExportArn: arnOf(users, 8) }] });
  await runJob('check-copies', handler);
});

test('where tables are not copied, nothing is asked', async () => {
  vi.stubEnv('COPIED_TABLES', undefined);
  await runJob('check-copies', handler);
  expect(dynamodb.calls()).toEqual([]);
});

/** In any order, as DynamoDB promises none. */
function copied(table: string, ...exports: readonly (readonly [hoursAgo: number, status: Status])[]): void {
  const summaries = exports.map(([hoursAgo]) => ({ ExportArn: arnOf(table, hoursAgo) }));
  dynamodb.on(ListExportsCommand, { TableArn: table }).resolves({ ExportSummaries: summaries });
  for (const [hoursAgo, ExportStatus] of exports) {
    const StartTime = new Date(now - hoursAgo * hourMs);
    dynamodb
      .on(DescribeExportCommand, { ExportArn: arnOf(table, hoursAgo) })
      .resolves({ ExportDescription: { ExportStatus, StartTime } });
  }
}

type Status = 'COMPLETED' | 'FAILED' | 'IN_PROGRESS';

const now = Date.now();

function arnOf(table: string, hoursAgo: number): string {
  return `${table}/export/0${now - hoursAgo * hourMs}-a1b2c3d4`;
}
