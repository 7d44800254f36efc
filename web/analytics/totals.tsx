import { useQuery } from '@tanstack/react-query';
import { Stats } from '../charts/stat-card.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { formatCount, formatPercent } from './figures.ts';
import { overviewQuery } from './queries.ts';

export function Totals() {
  const { data, isError, refetch } = useQuery(overviewQuery);
  const totals = data?.overview;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" tabIndex={-1} className="sr-only">
        Totals
      </h2>
      {isError && !totals ? (
        <RetryNotice onRetry={() => refetch()}>The totals didn’t load.</RetryNotice>
      ) : (
        <Stats
          areCards
          stats={[
            { label: 'Total users', figure: totals && formatCount(totals.totalUsers) },
            { label: 'Premium users', figure: totals && formatCount(totals.premiumUsers) },
            { label: 'Trial users', figure: totals && formatCount(totals.trialUsers) },
            { label: 'Conversion rate', figure: totals && formatPercent(totals.conversionRate) },
          ]}
        />
      )}
    </section>
  );
}
