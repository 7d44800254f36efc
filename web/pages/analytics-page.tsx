import { useQuery } from '@tanstack/react-query';
import { SignupsCard, Totals, UsageCard } from '../analytics/overview-cards.tsx';
import { overviewQuery } from '../analytics/queries.ts';
import { RevenueCard } from '../analytics/revenue-card.tsx';
import { UsersCard } from '../analytics/users-card.tsx';
import { Boundary } from '../components/boundary.tsx';
import { BackLink } from '../components/controls/back-link.tsx';
import * as texts from '../texts/analytics.ts';
import { ForbiddenPage, isForbidden } from './message-page.tsx';

export function AnalyticsPage() {
  const { error } = useQuery(overviewQuery);
  if (isForbidden(error)) return <ForbiddenPage title={texts.title} />;
  return (
    <>
      <BackLink />
      <h1 className="mt-2 text-3xl font-bold tracking-tight">{texts.title}</h1>
      <p className="mt-1 mb-4 text-muted">{texts.description}</p>
      <div className="grid gap-3 *:min-w-0 sm:gap-4">
        <Boundary>
          <Totals />
        </Boundary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] gap-3 *:min-w-0 sm:gap-4">
          <Boundary>
            <SignupsCard />
          </Boundary>
          <Boundary>
            <RevenueCard />
          </Boundary>
        </div>
        <Boundary>
          <UsageCard />
        </Boundary>
        <Boundary>
          <UsersCard />
        </Boundary>
      </div>
    </>
  );
}
