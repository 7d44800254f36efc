import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { BuildStatus, BuildType } from '../../shared/builds.ts';
import { statisticsRetentionMs, toSeconds } from '../../shared/dates.ts';
import { requireVariable } from '../environment.ts';
import { documentClient } from '../tables/client.ts';
import { ifNew, ignoreFailedCondition } from '../tables/table.ts';

export interface Build {
  /** A ULID, the same in a build's start and end. */
  readonly id: string;
  /** A UUID for people; the dashboard shows its beginning. */
  readonly buildId: string;
  readonly buildType: BuildType;
  readonly status: BuildStatus;
  /** ISO 8601 in UTC, with milliseconds, so that builds sort by time. */
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly bundleBytes: number | null;
  readonly memoryMb: number | null;
  readonly nodeVersion: string | null;
}

export interface BuildItem extends Build {
  readonly pk: `BUILD#${BuildType}`;
  /** `startedAt#id` */
  readonly sk: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** The end of a build replaces its start, and a late start changes nothing. */
export async function recordBuild(
  build: Build,
  into: { client: DynamoDBDocumentClient; table: string } = {
    client: documentClient,
    table: getBuildsTable(),
  },
): Promise<void> {
  const { id, buildType, startedAt, status } = build;
  const item: BuildItem = {
    ...build,
    pk: `BUILD#${buildType}`,
    sk: `${startedAt}#${id}`,
    expiresAt: toSeconds(Date.parse(startedAt) + statisticsRetentionMs),
  };
  const put = new PutCommand({ TableName: into.table, Item: item, ...(status === 'running' && ifNew) });
  await ignoreFailedCondition(into.client.send(put));
}

export function getBuildsTable(): string {
  return requireVariable('BUILDS_TABLE');
}
