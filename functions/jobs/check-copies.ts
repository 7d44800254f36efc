import {
  DescribeExportCommand,
  DynamoDBClient,
  type ExportDescription,
  paginateListExports,
} from '@aws-sdk/client-dynamodb';
import { dayMs } from '../../shared/dates.ts';
import { findVariable } from '../environment.ts';
import { job } from '../job.ts';

/**
 * The scheduler's call only begins an export, and DynamoDB has no metric or event of one that fails later. So this job
 * fails, and the alarms of functions and of the failure queue fire. Does nothing where tables are not copied.
 */
export const handler = job('check-copies', async () => {
  const copied = findVariable('COPIED_TABLES')?.split(',') ?? [];
  for (const tableArn of copied) {
    const newest = await findNewestExport(tableArn);
    if (newest?.ExportStatus === 'FAILED') throw new CopyFailed(tableArn);
    const begunAt = newest?.StartTime?.getTime() ?? 0;
    if (Date.now() - begunAt > dayMs) throw new CopyMissing(tableArn);
  }
});

/** The ids of exports begin with their time. */
async function findNewestExport(tableArn: string): Promise<ExportDescription | undefined> {
  const arns: string[] = [];
  for await (const { ExportSummaries = [] } of paginateListExports({ client }, { TableArn: tableArn }))
    arns.push(...ExportSummaries.flatMap(({ ExportArn = [] }) => ExportArn));
  const ExportArn = arns.sort().at(-1);
  if (ExportArn === undefined) return undefined;
  const { ExportDescription } = await client.send(new DescribeExportCommand({ ExportArn }));
  return ExportDescription;
}

const client = new DynamoDBClient({});

class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

class CopyMissing extends Error {
  override readonly name = 'CopyMissing';
}
