import { metrics } from '../../shared/api/builds.schema.ts';
import { buildTypes } from '../../shared/builds.ts';
import { requireAudience } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';
import type { Build } from './builds-table.ts';
import { figuresOf, listedOf } from './figures.ts';
import { newestBuilds } from './newest-builds.ts';

/** How building went day by day, newest first; of more builds than can be read at once, the newest count. */
export const handler = endpoint('builds.metrics', metrics, async ({ days, buildType }, caller) => {
  requireAudience(caller);
  const builds = await newestBuilds(buildType ? [buildType] : buildTypes, { days, mostPerType: 1_000 });
  return { trends: trendsOf(builds), recentBuilds: listedOf(builds) };
});

/** Days on which nothing was built are left out. */
function trendsOf(builds: readonly Build[]) {
  const byDay = Map.groupBy(builds, ({ startedAt }) => startedAt.slice(0, 10));
  return [...byDay].map(([date, ofDay]) => {
    const { averageMs, successRate } = figuresOf(ofDay);
    return { date, buildCount: ofDay.length, avgDuration: averageMs, successRate };
  });
}
