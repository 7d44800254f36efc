import { useMemo } from 'react';
import { addDays, listDays, toDay } from '../../shared/dates.ts';
import { Chart } from '../charts/chart.tsx';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import * as texts from '../texts/builds.ts';
import {
  formatAxisDuration,
  formatBuilds,
  formatDuration,
  formatMemory,
  formatMoment,
  formatPercent,
  formatSize,
  nameStatus,
  shortenId,
} from './formats.ts';
import type { Metrics } from './queries.ts';

export function Trends({ metrics: { trends, filter }, isBusy }: { metrics: Metrics; isBusy: boolean }) {
  // Stable points, or each refresh would redraw the chart.
  const points = useMemo(
    () => toPoints(fillMissingDays(trends, filter.days, Date.now())),
    [trends, filter.days],
  );
  if (trends.length === 0) {
    return <p className="text-muted">{texts.noBuilds(filter.type !== undefined, filter.days)}</p>;
  }
  return (
    <div className="grid gap-6 *:min-w-0 md:grid-cols-12">
      <div className={`md:col-span-12 lg:col-span-8 ${isBusy ? 'opacity-60' : ''}`}>
        <h3 className="mb-2 font-semibold">{texts.timePerDay}</h3>
        <Chart
          label={texts.timePerDayChart(filter.days)}
          height="h-[clamp(13rem,25vw,17.5rem)]"
          points={points}
          format={formatDuration}
          formatShort={formatAxisDuration}
        />
      </div>
      <div className="md:col-span-12 lg:col-span-4">
        <DataTable
          label={texts.dailyTrends}
          columns={dayColumns}
          rows={trends}
          getKey={({ date }) => date}
          isBusy={isBusy}
          hasMaxHeight
        />
      </div>
    </div>
  );
}

function toPoints(days: readonly Day[]) {
  return days.map((day) => ({ date: day.date, value: day.avgDuration, note: describeDay(day) }));
}

function describeDay({ buildCount, successRate }: Day): string {
  const builds = formatBuilds(buildCount);
  return successRate === null ? builds : texts.buildsWithSuccess(builds, formatPercent(successRate));
}

const dayColumns: readonly Column<Day>[] = [
  {
    label: texts.date,
    cell: ({ date }) => (
      <time dateTime={date} className="whitespace-nowrap">
        {formatMediumDay(date)}
      </time>
    ),
  },
  { label: texts.builds, cell: ({ buildCount }) => buildCount, isNumber: true },
  { label: texts.averageTime, cell: ({ avgDuration }) => formatDuration(avgDuration), isNumber: true },
  { label: texts.success, cell: ({ successRate }) => formatPercent(successRate), isNumber: true },
];

/** Returns every UTC day of the period, oldest first, up to today, or up to the newest build if the clock is behind. */
export function fillMissingDays(trends: readonly Day[], days: number, nowMs: number): Day[] {
  const built = new Map(trends.map((day) => [day.date, day]));
  const dates = [...built.keys()];
  const last = [toDay(nowMs), ...dates].sort().at(-1) ?? '';
  const first = [addDays(last, 1 - days), ...dates].sort()[0] ?? '';
  return listDays(first, last).map(
    (date) => built.get(date) ?? { date, buildCount: 0, avgDuration: null, successRate: null },
  );
}

export type Day = Metrics['trends'][number];

export function RecentBuilds({ metrics, isBusy, hasAnyBuilds }: RecentBuildsProps) {
  const { recentBuilds, filter } = metrics;
  if (recentBuilds.length === 0) {
    return (
      <p className="text-muted">
        {hasAnyBuilds ? texts.noBuilds(filter.type !== undefined, filter.days) : texts.noBuildsYet}
      </p>
    );
  }
  return (
    <DataTable
      label={texts.recentBuilds}
      columns={buildColumns}
      rows={recentBuilds}
      getKey={({ id }) => id}
      isBusy={isBusy}
      isWide
    />
  );
}

interface RecentBuildsProps {
  metrics: Metrics;
  isBusy: boolean;
  /** With or without a filter. */
  hasAnyBuilds: boolean;
}

type Build = Metrics['recentBuilds'][number];

const buildColumns: readonly Column<Build>[] = [
  {
    label: texts.buildId,
    cell: ({ buildId }) => (
      <abbr title={buildId} className="no-underline">
        {shortenId(buildId)}
      </abbr>
    ),
  },
  { label: texts.type, cell: ({ buildType }) => texts.typeNames[buildType] },
  {
    label: texts.status,
    cell: ({ status }) => <Badge tone={tones.get(status) ?? 'plain'}>{nameStatus(status)}</Badge>,
  },
  { label: texts.duration, cell: (build) => formatDuration(build.duration), isNumber: true },
  { label: texts.bundleSize, cell: ({ bundleSize }) => formatSize(bundleSize), isNumber: true },
  { label: texts.memory, cell: ({ memoryUsage }) => formatMemory(memoryUsage), isNumber: true },
  {
    label: texts.started,
    cell: ({ startTime }) => <time dateTime={startTime}>{formatMoment(startTime)}</time>,
    isNumber: true,
  },
];

const tones = new Map<string, BadgeTone>([
  ['success', 'good'],
  ['failed', 'bad'],
  ['running', 'blue'],
]);
