import { maxCountedBuilds } from '../../shared/builds.ts';
import { Stats } from '../charts/stat-card.tsx';
import { formatDuration, formatPercent, notAvailable } from './formats.ts';
import type { Overview } from './queries.ts';

export function OverviewFigures({ overview }: { overview: Overview | undefined }) {
  const newest = overview?.recentBuilds[0];
  return (
    <>
      <Stats
        areCards
        stats={[
          { label: 'Avg Build Time', figure: overview && formatDuration(overview.avgBuildTime) },
          { label: 'Success Rate', figure: overview && formatPercent(overview.successRate) },
          { label: 'Total Builds', figure: overview && String(overview.totalBuilds) },
          { label: 'Node Version', figure: overview && (newest?.nodeVersion ?? notAvailable) },
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        Based on the latest {maxCountedBuilds} builds of all types in the past 90 days.
      </p>
    </>
  );
}
