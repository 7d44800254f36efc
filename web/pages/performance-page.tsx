import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buildPeriods, maxCountedBuilds } from '../../shared/builds.ts';
import { RecentBuilds, Trends } from '../builds/build-cards.tsx';
import { formatDuration, formatMoment, formatPercent } from '../builds/formats.ts';
import { type Filter, metricsQuery, type Overview, overviewQuery } from '../builds/queries.ts';
import { Stats } from '../charts/stats.tsx';
import { Boundary } from '../components/boundary.tsx';
import { Card } from '../components/card.tsx';
import { BackLink } from '../components/controls/back-link.tsx';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import * as texts from '../texts/builds.ts';
import { startAtTop } from './arrival.ts';
import { ForbiddenPage, isForbidden } from './message-page.tsx';

export function PerformancePage() {
  const [filter, setFilter] = useState<Filter>({ type: undefined, days: 7 });
  const overview = useQuery(overviewQuery);
  const metrics = useQuery(metricsQuery(filter));
  const outdated = [overview, metrics].filter(({ isRefetchError }) => isRefetchError);

  function refresh(): void {
    for (const { refetch } of outdated) void refetch();
    // The button disappears.
    document.querySelector('h1')?.focus({ preventScroll: true });
  }

  if (isForbidden(overview.error)) return <ForbiddenPage title={texts.title} />;
  return (
    <>
      <BackLink to="/speech-translator" />
      <h1 ref={startAtTop} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
        {texts.title}
      </h1>
      <p className="mt-1 mb-4 text-muted">{texts.description}</p>
      {outdated.length > 0 && (
        <div className="mb-4">
          <Notice tone="plain" action={<NoticeButton onClick={refresh}>{texts.tryAgain}</NoticeButton>}>
            {texts.outdated(formatMoment(Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt))))}
          </Notice>
        </div>
      )}
      <section aria-labelledby="overview">
        <h2 id="overview" tabIndex={-1} className="sr-only">
          {texts.overview}
        </h2>
        {overview.isLoadingError ? (
          <RetryNotice onRetry={() => overview.refetch()}>{texts.overviewFailed}</RetryNotice>
        ) : (
          <Boundary>
            <OverviewFigures overview={overview.data} />
          </Boundary>
        )}
      </section>
      <div className="mt-5">
        <Filters filter={filter} shown={metrics.data?.filter} onChange={setFilter} />
      </div>
      <div className="mt-3 grid gap-3 *:min-w-0 sm:gap-4">
        <MetricsCard name="trends" query={metrics}>
          {metrics.data && <Trends metrics={metrics.data} isBusy={metrics.isPlaceholderData} />}
        </MetricsCard>
        <MetricsCard name="builds" query={metrics}>
          {metrics.data && (
            <RecentBuilds
              metrics={metrics.data}
              isBusy={metrics.isPlaceholderData}
              hasAnyBuilds={overview.data?.totalBuilds !== 0}
            />
          )}
        </MetricsCard>
      </div>
    </>
  );
}

function Filters({ filter, shown, onChange }: FiltersProps) {
  const { type, days } = filter;
  return (
    <>
      <div className="flex flex-wrap justify-between gap-3 *:grow sm:*:grow-0">
        <SegmentedControl
          label={texts.buildType}
          options={types}
          value={type ?? 'all'}
          onChange={(chosen) => onChange({ type: chosen === 'all' ? undefined : chosen, days })}
        />
        <SegmentedControl
          label={texts.period}
          options={periods}
          value={days}
          onChange={(chosen) => onChange({ type, days: chosen })}
        />
      </div>
      <p role="status" className="sr-only">
        {shown && texts.shownBuilds(labelType(shown.type), shown.days)}
      </p>
    </>
  );
}

interface FiltersProps {
  filter: Filter;
  shown: Filter | undefined;
  onChange: (filter: Filter) => void;
}

const types = [
  { value: 'all', label: texts.allBuilds },
  { value: 'development', label: texts.development },
  { value: 'production', label: texts.production },
  { value: 'deployment', label: texts.deployment },
] as const;

const periods = buildPeriods.map((days) => ({ value: days, label: texts.periodDays(days) }));

function labelType(type: Filter['type']): string {
  return types.find(({ value }) => value === (type ?? 'all'))?.label ?? '';
}

function OverviewFigures({ overview }: { overview: Overview | undefined }) {
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

function MetricsCard({ name, query, children }: MetricsCardProps) {
  return (
    <Card title={texts.metricsTitles[name]}>
      {children}
      {query.isLoadingError && <RetryNotice onRetry={query.refetch}>{texts.metricsFailed[name]}</RetryNotice>}
      {query.isLoading && <Skeleton label={texts.loadingMetrics[name]} lines={8} />}
    </Card>
  );
}

interface MetricsCardProps {
  name: keyof typeof texts.metricsTitles;
  query: { isLoading: boolean; isLoadingError: boolean; refetch: () => void };
  children: ReactNode;
}
