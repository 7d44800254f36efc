import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFilter } from '../builds/filter.ts';
import { Filters } from '../builds/filters.tsx';
import { moment } from '../builds/formats.ts';
import { OverviewFigures } from '../builds/overview-figures.tsx';
import { metricsQuery, overviewQuery } from '../builds/queries.ts';
import { RecentBuilds } from '../builds/recent-builds.tsx';
import { Trends } from '../builds/trends.tsx';
import { Card } from '../components/card.tsx';
import { Failed } from '../components/failed.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import { BackLink } from './back-link.tsx';
import { ClosedPage, isClosed } from './closed-page.tsx';

/** How long builds take and how they end, while they do. */
export function PerformancePage() {
  const [filter, setFilter] = useFilter();
  const overview = useQuery(overviewQuery);
  const metrics = useQuery(metricsQuery(filter));
  const heading = useRef<HTMLHeadingElement>(null);
  const outdated = [overview, metrics].filter(({ isRefetchError }) => isRefetchError);

  if (isClosed(overview.error)) return <ClosedPage title="Performance Dashboard" />;
  return (
    <>
      <BackLink to="/speech-translator" />
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
        Performance Dashboard
      </h1>
      <p className="mt-1 mb-4 text-muted">Build times and deployment metrics</p>
      {outdated.length > 0 && (
        <div className="mb-4">
          <Outdated
            atMs={Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt))}
            onRetry={() => {
              for (const { refetch } of outdated) refetch();
              // The button goes.
              heading.current?.focus({ preventScroll: true });
            }}
          />
        </div>
      )}
      <section aria-labelledby="overview">
        <h2 id="overview" tabIndex={-1} className="sr-only">
          Overview
        </h2>
        {overview.isLoadingError ? (
          <Failed onRetry={() => overview.refetch()}>The overview could not be loaded.</Failed>
        ) : (
          <OverviewFigures overview={overview.data} />
        )}
      </section>
      <div className="mt-5">
        <Filters filter={filter} shown={metrics.data?.filter} onChange={setFilter} />
      </div>
      <div className="mt-3 grid gap-3 *:min-w-0 sm:gap-4">
        <Card title="Daily Trends">
          {metrics.data && <Trends metrics={metrics.data} isBusy={metrics.isPlaceholderData} />}
          {metrics.isLoadingError && (
            <Failed onRetry={() => metrics.refetch()}>The trends could not be loaded.</Failed>
          )}
          {metrics.isLoading && <Skeleton label="Loading the trends…" lines={8} />}
        </Card>
        <Card title="Recent Builds">
          {metrics.data && (
            <RecentBuilds
              metrics={metrics.data}
              isBusy={metrics.isPlaceholderData}
              isAnyTracked={overview.data?.totalBuilds !== 0}
            />
          )}
          {metrics.isLoadingError && (
            <Failed onRetry={() => metrics.refetch()}>The builds could not be loaded.</Failed>
          )}
          {metrics.isLoading && <Skeleton label="Loading the builds…" lines={8} />}
        </Card>
      </div>
    </>
  );
}

/** A refresh has failed: what it would have renewed is still there. */
function Outdated({ atMs, onRetry }: { atMs: number; onRetry: () => void }) {
  return (
    <Notice tone="plain" action={<NoticeButton onClick={onRetry}>Try again</NoticeButton>}>
      The newest figures could not be loaded. These are from {moment(atMs)}.
    </Notice>
  );
}
