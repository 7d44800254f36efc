import { useQuery } from '@tanstack/react-query';
import { Stats } from '../charts/stats.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import * as texts from '../texts/analytics.ts';
import { formatCount, formatPercent } from './figures.ts';
import { overviewQuery } from './queries.ts';

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
