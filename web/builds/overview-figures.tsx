import { countedBuilds } from '../../shared/builds.ts';
import { StatCards } from '../charts/stat-card.tsx';
import { duration, nothing, percent } from './formats.ts';
import type { Overview } from './queries.ts';

/** How building goes altogether, whatever is chosen below. */
export function OverviewFigures({ overview }: { overview: Overview | undefined }) {
  const newest = overview?.recentBuilds[0];
  return (
    <>
      <StatCards
        stats={[
          { label: 'Avg Build Time', figure: overview && duration(overview.avgBuildTime) },
          { label: 'Success Rate', figure: overview && percent(overview.successRate) },
          { label: 'Total Builds', figure: overview && String(overview.totalBuilds) },
          { label: 'Node Version', figure: overview && (newest?.nodeVersion ?? nothing) },
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        Of all types: the newest {countedBuilds} builds of the last 90 days.
      </p>
    </>
  );
}
