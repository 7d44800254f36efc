import { overview } from '../../shared/api/builds.schema.ts';
import { buildTypes, maxCountedBuilds } from '../../shared/builds.ts';
import { requireDashboardAccess } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';
import { listBuilds, readNewestBuilds, summarize } from './newest-builds.ts';

export const handler = endpoint('builds.overview', overview, async (_input, caller) => {
  requireDashboardAccess(caller);
  const found = await readNewestBuilds(buildTypes, { days: 90, maxPerType: maxCountedBuilds });
  const builds = found.slice(0, maxCountedBuilds);
  const { averageMs, successRate } = summarize(builds);
  return {
    avgBuildTime: averageMs,
    successRate,
    totalBuilds: builds.length,
    recentBuilds: listBuilds(builds),
  };
});
