import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBroughtBack } from '../billing/brought-back.ts';
import { askEveryMs, paymentOf, usePaymentCheck } from '../billing/payment/payment-check.ts';
import { statusQuery } from '../billing/status.ts';
import { CurrentSubscriptionCard } from '../billing/subscription/current-subscription-card.tsx';
import { NeedHelpCard } from '../billing/subscription/need-help-card.tsx';
import { SubscriptionActionsCard } from '../billing/subscription/subscription-actions-card.tsx';
import { Button } from '../components/controls/button.tsx';
import { DocumentLink } from '../components/controls/document-link.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';

/** What somebody has subscribed to, and what they can do about it. */
export function SubscriptionManagementPage() {
  const { phase, askAgain } = usePaymentCheck();
  const {
    data: status,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...statusQuery,
    staleTime: freshMs,
    refetchInterval: ({ state }) => paymentOf(phase, state.data) === 'checking' && askEveryMs,
  });
  const payment = paymentOf(phase, status);
  // What was true before an action may not be any more. A payment is asked after again anyway.
  const hasFailed = isError && !(status && payment === 'checking');
  const heading = useFocusAfterFailure(hasFailed);

  useBroughtBack(refetch);

  if (hasFailed) return <Failure isTrying={isFetching} onRetry={() => refetch()} />;
  return (
    <>
      {/* A document of its own: this one keeps the policy of the pages of payments. */}
      <a
        href="/"
        className="inline-flex min-h-11 items-center gap-2 rounded-control pr-1 font-medium text-muted hover:text-ink"
      >
        <Icon name="back" />
        Back to the translator
      </a>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-4 text-3xl font-bold tracking-tight outline-none">
        Manage Subscription
      </h1>
      {payment && (
        <div className="mb-4">
          <Notice
            tone="plain"
            action={
              payment === 'late' && (
                <NoticeButton
                  onClick={() => {
                    askAgain();
                    refetch();
                    // The button goes.
                    heading.current?.focus({ preventScroll: true });
                  }}
                >
                  Check again
                </NoticeButton>
              )
            }
          >
            {paymentSentences[payment]}
          </Notice>
        </div>
      )}
      {status ? (
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
      ) : (
        <Loading />
      )}
    </>
  );
}

/** What was read for the page's start is not read again; what a page before it has read may be old. */
const freshMs = 10_000;

const paymentSentences = {
  checking: 'Checking your payment…',
  paid: 'Your payment has gone through. Thank you.',
  late: 'The payment has not gone through yet. After a change of card it can take a few minutes.',
};

function Loading() {
  return (
    <div role="status" className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
      <span className="sr-only">Loading your subscription…</span>
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
        <h1 className="text-3xl font-bold tracking-tight">Unable to Load Subscription</h1>
        <p className="mt-4 text-lg leading-relaxed text-muted">
          There was an error loading your subscription details.
        </p>
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <DocumentLink to="/" look="primary">
          Return Home
        </DocumentLink>
        <Button isDisabled={isTrying} onClick={onRetry}>
          {isTrying ? 'Trying again…' : 'Try again'}
        </Button>
      </div>
    </div>
  );
}

/** The button that was pressed to try again goes with its success. */
function useFocusAfterFailure(hasFailed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hadFailed = useRef(false);
  useEffect(() => {
    if (hadFailed.current && !hasFailed) heading.current?.focus({ preventScroll: true });
    hadFailed.current = hasFailed;
  }, [hasFailed]);
  return heading;
}
