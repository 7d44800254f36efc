import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { Chart } from '../charts/chart.tsx';
import { CollapsibleTable, type Column } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { Stats } from '../charts/stats.tsx';
import { Card } from '../components/card.tsx';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import * as texts from '../texts/analytics.ts';
import { describeChart, formatCount, formatDollars, formatPercent, formatShortDollars } from './figures.ts';
import { type Revenue, type RevenuePeriod, revenueQuery } from './queries.ts';

export function RevenueCard() {
  const [period, setPeriod] = useState<RevenuePeriod>(30);
  const { data, isError, isPlaceholderData, refetch } = useQuery(revenueQuery(period));
  return (
    <Card
      title={texts.revenue}
      aside={<SegmentedControl label={texts.period} options={periods} value={period} onChange={setPeriod} />}
    >
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && texts.revenueInDays(formatDollars(data.totalRevenue), data.period)}
      </p>
      {data && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <Figures revenue={data} />
        </div>
      )}
      {!data && isError && <RetryNotice onRetry={() => refetch()}>{texts.revenueFailed}</RetryNotice>}
      {!data && !isError && <Skeleton label={texts.loadingRevenue} lines={8} />}
    </Card>
  );
}

const periods = limits.revenuePeriods.map((days) => ({ value: days, label: texts.periodDays(days) }));

function Figures({ revenue }: { revenue: Revenue }) {
  return (
    <>
      <Stats
        stats={[
          { label: texts.totalRevenue, figure: formatDollars(revenue.totalRevenue) },
          { label: texts.monthlyRecurringRevenue, figure: formatDollars(revenue.monthlyRecurringRevenue) },
          { label: texts.activeSubscriptions, figure: formatCount(revenue.activeSubscriptions) },
          { label: texts.churnRate, figure: formatPercent(revenue.churnRate) },
        ]}
      />
      {revenue.revenueTrend.every((day) => day.revenue === 0) ? (
        <p className="mt-5 border-t border-line pt-4 text-muted">{texts.noPayments(revenue.period)}</p>
      ) : (
        <DailyRevenue revenue={revenue} />
      )}
    </>
  );
}

function DailyRevenue({ revenue }: { revenue: Revenue }) {
  const { period, revenueTrend } = revenue;
  const points = revenueTrend.map((day) => ({ date: day.date, value: day.revenue }));
  return (
    <>
      <h3 className="mt-5 mb-2 border-t border-line pt-4 font-semibold">{texts.revenuePerDay}</h3>
      <Chart
        label={describeChart(texts.revenue, points, formatDollars)}
        points={points}
        format={formatDollars}
        formatShort={formatShortDollars}
        height="h-[clamp(13rem,25vw,19.5rem)]"
        voice="them"
      />
      <div className="mt-4 border-t border-line pt-4">
        <CollapsibleTable
          label={texts.revenuePerDayInDays(period)}
          columns={columns}
          rows={revenueTrend.toReversed()}
          getKey={({ date }) => date}
        />
      </div>
    </>
  );
}

const columns: readonly Column<Revenue['revenueTrend'][number]>[] = [
  { label: texts.date, cell: ({ date }) => formatMediumDay(date) },
  { label: texts.revenue, cell: (day) => formatDollars(day.revenue), isNumber: true },
];
