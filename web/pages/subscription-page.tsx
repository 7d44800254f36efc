import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RoutePath } from '../../shared/routes.ts';
import { Purchase } from '../billing/purchase/purchase.tsx';
import { statusQuery } from '../billing/status.ts';
import { PremiumCard } from '../billing/subscription/premium-card.tsx';
import { assessPremium } from '../billing/subscription/subscription-text.ts';
import { usePageRestored } from '../billing/use-page-restored.ts';
import { BackLink } from '../components/controls/back-link.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import * as texts from '../texts/billing.tsx';

export function SubscriptionPage({ path }: { path: RoutePath }) {
  const { data: status, errorUpdateCount, isFetching, refetch } = useQuery(statusQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const premium = status && assessPremium(status);
  const shown = useRef(premium);
  useEffect(() => {
    // After a purchase in another tab, the plans disappear.
    if (shown.current && shown.current !== premium) heading.current?.focus({ preventScroll: true });
    shown.current = premium;
  }, [premium]);
  // A restored page may offer a plan that the user has bought.
  usePageRestored(() => location.reload());

  async function tryAgain(): Promise<void> {
    const { isSuccess } = await refetch();
    // The retry button has disappeared.
    if (isSuccess) heading.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <BackLink />
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-4 text-3xl font-bold tracking-tight outline-none">
        {texts.premiumHeading}
      </h1>
      {status && premium === 'none' && <Purchase path={path} status={status} />}
      {status && premium && premium !== 'none' && <PremiumCard status={status} premium={premium} />}
      {!status && errorUpdateCount === 0 && <Loading />}
      {!status && errorUpdateCount > 0 && (
        <RetryNotice isRetrying={isFetching} onRetry={tryAgain}>
          {texts.plansFailed}
        </RetryNotice>
      )}
    </>
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        {texts.loadingPlans}
      </p>
      <div className="grid gap-3 sm:gap-4 md:grid-cols-12" aria-hidden="true">
        <div className="shimmer min-h-[26rem] animate-shimmer rounded-card md:col-span-6" />
        <div className="shimmer min-h-[26rem] animate-shimmer rounded-card md:col-span-6" />
      </div>
    </div>
  );
}
