import { useQuery } from '@tanstack/react-query';
import { Chart } from '../charts/chart.tsx';
import { CollapsibleTable, type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay, formatShortDay } from '../charts/days.ts';
import { Stats } from '../charts/stats.tsx';
import { Card } from '../components/card.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import * as texts from '../texts/analytics.ts';
import { describeChart, formatCount, formatPercent, formatSignups } from './figures.ts';
import { type Overview, overviewQuery } from './queries.ts';

export function Totals() {
  const { data, isError, refetch } = useQuery(overviewQuery);
  const totals = data?.overview;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" tabIndex={-1} className="sr-only">
        {texts.totals}
      </h2>
      {isError && !totals ? (
        <RetryNotice onRetry={() => refetch()}>{texts.totalsFailed}</RetryNotice>
      ) : (
        <Stats
          isFramed
          stats={[
            { label: texts.totalUsers, figure: totals && formatCount(totals.totalUsers) },
            { label: texts.premiumUsers, figure: totals && formatCount(totals.premiumUsers) },
            { label: texts.trialUsers, figure: totals && formatCount(totals.trialUsers) },
            { label: texts.conversionRate, figure: totals && formatPercent(totals.conversionRate) },
          ]}
        />
      )}
    </section>
  );
}

export function SignupsCard() {
  const { data, isError, refetch } = useQuery(overviewQuery);
  return (
    <Card title={texts.signupTrend}>
      {data && <Trend trend={data.signupTrend} />}
      {!data && isError && <RetryNotice onRetry={() => refetch()}>{texts.signupsFailed}</RetryNotice>}
      {!data && !isError && <Skeleton label={texts.loadingSignups} lines={14} />}
    </Card>
  );
}

function Trend({ trend }: { trend: Overview['signupTrend'] }) {
  const points = trend.map((day) => ({ date: day.date, value: day.signups }));
  if (points.every(({ value }) => value === 0)) {
    return <p className="text-muted">{texts.noSignupsInDays(trend.length)}</p>;
  }
  return (
    <>
      <h3 className="mb-2 font-semibold">{texts.lastDays(trend.length)}</h3>
      <Chart
        label={describeChart(texts.signups, points, formatSignups)}
        points={points}
        format={formatSignups}
        formatShort={formatCount}
      />
      <ul aria-label={texts.newestDays(listedDays)} className="mt-4">
        {trend
          .slice(-listedDays)
          .toReversed()
          .map((day) => (
            <li
              key={day.date}
              className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-1.5 tabular"
            >
              <time dateTime={day.date} className="text-muted">
                {formatShortDay(day.date)}
              </time>
              <span className={day.signups > 0 ? 'font-semibold' : 'text-muted'}>
                {formatSignups(day.signups)}
              </span>
            </li>
          ))}
      </ul>
      <div className="border-t border-line pt-4">
        <CollapsibleTable
          label={texts.signupsPerDay(trend.length)}
          columns={signupColumns}
          rows={trend.toReversed()}
          getKey={({ date }) => date}
        />
      </div>
    </>
  );
}

const listedDays = 7;

const signupColumns: readonly Column<Overview['signupTrend'][number]>[] = [
  { label: texts.date, cell: ({ date }) => formatMediumDay(date) },
  { label: texts.signups, cell: (day) => formatCount(day.signups), isNumber: true },
];

export function UsageCard() {
  const usage = useQuery(overviewQuery).data?.usage;
  if (!usage) return null;
  return (
    <Card title={texts.usage}>
      {usage.length === 0 ? (
        <p className="text-muted">{texts.noUsage}</p>
      ) : (
        <DataTable
          label={texts.usagePerDay}
          columns={usageColumns}
          rows={usage}
          getKey={({ date }) => date}
          hasMaxHeight
          isWide
        />
      )}
    </Card>
  );
}

type Usage = NonNullable<Overview['usage']>[number];

const usageColumns: readonly Column<Usage>[] = [
  { label: texts.date, cell: ({ date }) => formatMediumDay(date) },
  { label: texts.users, cell: (day) => formatCount(day.users), isNumber: true },
  { label: texts.translations, cell: (day) => formatCount(day.translations), isNumber: true },
  { label: texts.characters, cell: (day) => formatCount(day.characters), isNumber: true },
  { label: texts.speechSeconds, cell: (day) => formatCount(day.speechSeconds), isNumber: true },
  { label: texts.spokenCharacters, cell: (day) => formatCount(day.spokenCharacters), isNumber: true },
  { label: texts.guestTranslations, cell: (day) => formatCount(day.guestTranslations), isNumber: true },
  { label: texts.guestCharacters, cell: (day) => formatCount(day.guestCharacters), isNumber: true },
];
