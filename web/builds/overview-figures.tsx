import { maxCountedBuilds } from '../../shared/builds.ts';
import { Stats } from '../charts/stats.tsx';
import * as texts from '../texts/builds.ts';
import { formatDuration, formatPercent } from './formats.ts';
import type { Overview } from './queries.ts';

export function OverviewFigures({ overview }: { overview: Overview | undefined }) {
  const newest = overview?.recentBuilds[0];
  return (
    <>
      <Stats
        isFramed
        stats={[
          { label: texts.averageBuildTime, figure: overview && formatDuration(overview.avgBuildTime) },
          { label: texts.successRate, figure: overview && formatPercent(overview.successRate) },
          { label: texts.totalBuilds, figure: overview && String(overview.totalBuilds) },
          { label: texts.nodeVersion, figure: overview && (newest?.nodeVersion ?? texts.notAvailable) },
        ]}
      />
      <p className="mt-3 text-sm text-muted">{texts.countedBuilds(maxCountedBuilds)}</p>
    </>
  );
}
