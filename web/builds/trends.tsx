import { useMemo } from 'react';
import { Chart } from '../charts/chart.tsx';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { type Day, listEveryDay } from './every-day.ts';
import { formatAxisDuration, formatBuilds, formatDuration, formatPercent } from './formats.ts';
import type { Metrics } from './queries.ts';

export function Trends({ metrics: { trends, filter }, isBusy }: { metrics: Metrics; isBusy: boolean }) {
  // New points would redraw the chart with each refresh.
  const points = useMemo(
    () => toPoints(listEveryDay(trends, filter.days, Date.now())),
    [trends, filter.days],
  );
  if (trends.length === 0) {
    return (
      <p className="text-muted">
        Nothing{filter.type && ' of this type'} was built in the last {filter.days} days.
      </p>
    );
  }
  return (
    <div className="grid gap-6 *:min-w-0 md:grid-cols-12">
      <div className={`md:col-span-12 lg:col-span-8 ${isBusy ? 'opacity-60' : ''}`}>
        <h3 className="mb-2 font-semibold">Average build time per day (UTC)</h3>
        <Chart
          label={`Average build time per day in the last ${filter.days} days. The list has the numbers.`}
          height="h-[clamp(13rem,25vw,17.5rem)]"
          points={points}
          format={formatDuration}
          formatShort={formatAxisDuration}
        />
      </div>
      <div className="md:col-span-12 lg:col-span-4">
        <DataTable
          label="Daily trends"
          columns={columns}
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
  return successRate === null ? builds : `${builds}, ${formatPercent(successRate)} successful`;
}

const columns: readonly Column<Day>[] = [
  { label: 'Date', cell: ({ date }) => <time dateTime={date}>{formatMediumDay(date)}</time> },
  { label: 'Builds', cell: ({ buildCount }) => buildCount, isNumber: true },
  { label: 'Avg Time', cell: ({ avgDuration }) => formatDuration(avgDuration), isNumber: true },
  { label: 'Success', cell: ({ successRate }) => formatPercent(successRate), isNumber: true },
];
