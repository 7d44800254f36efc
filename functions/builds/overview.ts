import { overview } from '../../shared/api/builds.schema.ts';
import { buildTypes, countedBuilds } from '../../shared/builds.ts';
import { requireAudience } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';
import { listBuilds, summarize } from './figures.ts';
import { readNewestBuilds } from './newest-builds.ts';

export const handler = endpoint('builds.overview', overview, async (_input, caller) => {
  requireAudience(caller);
  const found = await readNewestBuilds(buildTypes, { days: 90, maxPerType: countedBuilds });
  const builds = found.slice(0, countedBuilds);
  const { averageMs, successRate } = summarize(builds);
  return {
    avgBuildTime: averageMs,
    successRate,
    totalBuilds: builds.length,
    recentBuilds: listBuilds(builds),
  };
});
