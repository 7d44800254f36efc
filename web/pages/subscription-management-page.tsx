import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  assessPayment,
  pollIntervalMs,
  useHasReturnedFromStripe,
  usePolling,
} from '../billing/payment-check.ts';
import { type Status, statusQuery } from '../billing/status.ts';
import { CurrentSubscriptionCard, NeedHelpCard } from '../billing/subscription/information-cards.tsx';
import { SubscriptionActionsCard } from '../billing/subscription/subscription-actions-card.tsx';
import { usePageRestored } from '../billing/use-page-restored.ts';
import { BackLink } from '../components/controls/back-link.tsx';
import { Button } from '../components/controls/button.tsx';
import { DocumentLink } from '../components/controls/document-link.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import * as texts from '../texts/billing.tsx';

export function SubscriptionManagementPage() {
  const hasReturned = useHasReturnedFromStripe();
  const { isPolling, restartPolling } = usePolling();
  const getPaymentState = (known: Status | undefined) =>
    hasReturned && known ? assessPayment(known, isPolling) : undefined;
  const {
    data: status,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...statusQuery,
    staleTime: staleAfterMs,
    refetchInterval: ({ state }) => getPaymentState(state.data) === 'checking' && pollIntervalMs,
  });
  const payment = getPaymentState(status);
  // After a failed refetch the status may be stale, so only polling may keep showing it.
  const hasFailed = isError && !(status && payment === 'checking');
  const heading = useFocusAfterFailure(hasFailed);

  usePageRestored(() => void refetch());

  function checkPayment(): void {
    restartPolling();
    void refetch();
    // The button disappears.
    heading.current?.focus({ preventScroll: true });
  }

  if (hasFailed) return <Failure isTrying={isFetching} onRetry={() => refetch()} />;
  return (
    <>
      <BackLink />
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-4 text-3xl font-bold tracking-tight outline-none">
        {texts.manageSubscription}
      </h1>
      {payment && (
        <div className="mb-4">
          <Notice
            tone="plain"
            action={
              payment === 'slow' && <NoticeButton onClick={checkPayment}>{texts.checkAgain}</NoticeButton>
            }
          >
            {paymentMessages[payment]}
          </Notice>
        </div>
      )}
      {status ? <Cards status={status} /> : <Loading />}
    </>
  );
}

function Cards({ status }: { status: Status }) {
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
      <div className="md:col-span-12 lg:col-span-8">
        <CurrentSubscriptionCard status={status} />
      </div>
      <div className="md:col-span-12 lg:col-span-4">
        <SubscriptionActionsCard status={status} />
      </div>
      <div className="md:col-span-12">
        <NeedHelpCard />
      </div>
    </div>
  );
}

/** A preloaded status is fresh; one from an earlier page may be stale. */
const staleAfterMs = 10_000;

const paymentMessages = {
  checking: texts.checkingPayment,
  paid: texts.paymentSucceeded,
  slow: texts.paymentSlow,
};

function Loading() {
  return (
    <div role="status" className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
      <span className="sr-only">{texts.loadingSubscription}</span>
      <div aria-hidden="true" className={`${skeleton} min-h-48 md:col-span-12 lg:col-span-8`}>
        <div className="shimmer h-7 w-3/5 animate-shimmer rounded-lg" />
        <div className="shimmer h-7 w-11/12 animate-shimmer rounded-lg" />
        <div className="shimmer h-7 w-3/5 animate-shimmer rounded-lg" />
      </div>
      <div aria-hidden="true" className={`${skeleton} md:col-span-12 lg:col-span-4`}>
        <div className="shimmer h-7 w-11/12 animate-shimmer rounded-lg" />
      </div>
    </div>
  );
}

const skeleton = 'flex flex-col gap-3 rounded-card border border-line bg-surface p-4 card-shadow sm:p-6';

function Failure({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-2 text-center">
      <div role="alert">
        <h1 className="text-3xl font-bold tracking-tight">{texts.subscriptionFailedTitle}</h1>
        <p className="mt-4 text-lg leading-relaxed text-muted">{texts.subscriptionFailed}</p>
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <DocumentLink to="/" variant="primary">
          {texts.returnHome}
        </DocumentLink>
        <Button isDisabled={isTrying} onClick={onRetry}>
          {isTrying ? texts.tryingAgain : texts.tryAgain}
        </Button>
      </div>
    </div>
  );
}

function useFocusAfterFailure(hasFailed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hadFailed = useRef(false);
  useEffect(() => {
    if (hadFailed.current && !hasFailed) heading.current?.focus({ preventScroll: true });
    hadFailed.current = hasFailed;
  }, [hasFailed]);
  return heading;
}
