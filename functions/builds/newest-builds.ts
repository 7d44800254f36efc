import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Output } from '../../shared/api/contract.ts';
import { type BuildType, maxListedBuilds } from '../../shared/builds.ts';
import { addDays, hourMs, toDay } from '../../shared/dates.ts';
import { toPercent } from '../analytics/figures.ts';
import { documentClient } from '../tables/client.ts';
import { type Build, type BuildItem, getBuildsTable } from './builds-table.ts';

/** Leaves out dates after today, which wrong clocks have written. @param period.maxPerType at most 1,000: one query's page */
export async function readNewestBuilds(
  buildTypes: readonly BuildType[],
  period: { days: number; maxPerType: number },
): Promise<Build[]> {
  const now = Date.now();
  const today = toDay(now);
  const days = { first: addDays(today, 1 - period.days), last: today };
  const byType = await Promise.all(
    buildTypes.map((buildType) => readNewestOfType(buildType, days, period.maxPerType)),
  );
  return byType
    .flat()
    .sort((one, other) => (one.sk < other.sk ? 1 : -1))
    .map((item) => markKilled(item, now));
}

async function readNewestOfType(buildType: BuildType, days: { first: string; last: string }, max: number) {
  const pk: BuildItem['pk'] = `BUILD#${buildType}`;
  const { Items = [] } = await documentClient.send(
    new QueryCommand({
      TableName: getBuildsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      // Every time of a day sorts before the tilde.
      ExpressionAttributeValues: { ':pk': pk, ':first': days.first, ':last': `${days.last}~` },
      ScanIndexForward: false,
      Limit: max,
    }),
  );
  return Items as BuildItem[];
}

/** A killed build records no end. */
function markKilled(build: Build, now: number): Build {
  const isKilled = build.status === 'running' && now - Date.parse(build.startedAt) > longestBuildMs;
  return isKilled ? { ...build, status: 'failed' } : build;
}

const longestBuildMs = hourMs;

export function summarize(builds: readonly Build[]) {
  const ended = builds.filter(({ status }) => status !== 'running');
  const succeeded = ended.filter(({ status }) => status === 'success');
  const durations = ended.flatMap(({ durationMs }) => durationMs ?? []);
  const totalMs = durations.reduce((total, durationMs) => total + durationMs, 0);
  return {
    averageMs: durations.length > 0 ? Math.round(totalMs / durations.length) : null,
    successRate: ended.length > 0 ? toPercent(succeeded.length, ended.length) : null,
  };
}

export function listBuilds(builds: readonly Build[]): Output<'builds.overview'>['recentBuilds'] {
  return builds.slice(0, maxListedBuilds).map((build) => ({
    id: build.id,
    buildId: build.buildId,
    buildType: build.buildType,
    status: build.status,
    duration: build.durationMs,
    bundleSize: build.bundleBytes,
    memoryUsage: build.memoryMb,
    startTime: build.startedAt,
    nodeVersion: build.nodeVersion,
  }));
}
