import { useQuery } from '@tanstack/react-query';
import { SignupsCard, Totals, UsageCard } from '../analytics/overview-cards.tsx';
import { overviewQuery } from '../analytics/queries.ts';
import { RevenueCard } from '../analytics/revenue-card.tsx';
import { UsersCard } from '../analytics/users-card.tsx';
import { ConnectionError } from '../api.ts';
import { useOnline } from '../browser/online.ts';
import { Boundary } from '../components/boundary.tsx';
import { BackLink } from '../components/controls/back-link.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import * as texts from '../texts/analytics.ts';
import { startAtTop } from './arrival.ts';
import { ForbiddenPage, isForbidden } from './message-page.tsx';

export function AnalyticsPage() {
  const { error } = useQuery(overviewQuery);
  const isOnline = useOnline();
  if (isForbidden(error)) return <ForbiddenPage title={texts.title} />;
  return (
    <>
      <BackLink />
      <h1 ref={startAtTop} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
        {texts.title}
      </h1>
      <p className="mt-1 mb-4 text-muted">{texts.description}</p>
      <div className="grid gap-3 *:min-w-0 sm:gap-4">
        {/* Their lists have `/api/analytics/`. */}
        {error instanceof ConnectionError && isOnline && <Notice tone="plain">{texts.mayBeBlocked}</Notice>}
        <Boundary>
          <Totals />
        </Boundary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] items-start gap-3 *:min-w-0 sm:gap-4">
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
