import { metrics } from '../../shared/api/builds.schema.ts';
import { buildTypes } from '../../shared/builds.ts';
import { requireDashboardAccess } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';
import type { Build } from './builds-table.ts';
import { listBuilds, readNewestBuilds, summarize } from './newest-builds.ts';

/** Builds by day, newest first. Only the newest 1,000 of each type count. */
export const handler = endpoint('builds.metrics', metrics, async ({ days, buildType }, caller) => {
  requireDashboardAccess(caller);
  const builds = await readNewestBuilds(buildType ? [buildType] : buildTypes, { days, maxPerType: 1_000 });
  return { trends: groupByDay(builds), recentBuilds: listBuilds(builds) };
});

function groupByDay(builds: readonly Build[]) {
  const byDay = Map.groupBy(builds, ({ startedAt }) => startedAt.slice(0, 10));
  return [...byDay].map(([date, sameDay]) => {
    const { averageMs, successRate } = summarize(sameDay);
    return { date, buildCount: sameDay.length, avgDuration: averageMs, successRate };
  });
}
