import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preconnect } from 'react-dom';
import { plans } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { Later, partOf } from '../../components/later.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { SavedCard } from '../payment/saved-card.tsx';
import { paymentKeyQuery } from '../payment/stripe.ts';
import { PlanChooser } from '../plan-chooser.tsx';
import type { Status } from '../status.ts';
import { usePurchase } from './use-purchase.ts';

const paymentForm = partOf(() => import('../payment/payment-form.tsx').then((module) => module.PaymentForm));

/** Buying Premium: a plan, then a card. */
export function Purchase({ path, status }: PurchaseProps) {
  const { data: paymentKey, errorUpdateCount, isFetching, refetch } = useQuery(paymentKeyQuery);
  const purchase = usePurchase(path, status, paymentKey ?? '');
  const [hasTriedAgain, setTriedAgain] = useState(false);
  const { begun, isBack } = purchase;
  const saved =
    status.purchase?.state === 'card_had_trial' || status.purchase?.state === 'confirmation_needed'
      ? status.purchase
      : undefined;
  const declined = status.purchase?.state === 'payment_failed' ? status.purchase : undefined;

  useEffect(() => {
    if (!paymentKey) return;
    preconnect('https://js.stripe.com');
    paymentForm.load().catch(() => {});
  }, [paymentKey]);

  function obstacle(): ReactNode {
    if (paymentKey === null) return <NotSetUp />;
    if (paymentKey || errorUpdateCount === 0) return undefined;
    return <Unreachable isTrying={isFetching} onRetry={tryAgain} />;
  }

  async function tryAgain(): Promise<void> {
    const { isSuccess } = await refetch();
    setTriedAgain(isSuccess);
  }

  if (begun && paymentKey) {
    return (
      <Later
        key={begun.clientSecret}
        part={paymentForm}
        props={{
          plan: plans[begun.plan],
          isTrial: begun.isTrial,
          clientSecret: begun.clientSecret,
          paymentKey,
          onBack: purchase.giveUp,
        }}
      />
    );
  }
  return (
    <>
      {purchase.objection && (
        <Above>
          <Notice tone="plain">{purchase.objection}</Notice>
        </Above>
      )}
      {declined && (
        <Above>
          <Notice
            tone="danger"
            action={
              <NoticeButton onClick={() => purchase.choose(declined.plan)}>Try another card</NoticeButton>
            }
          >
            Your card was declined. Nothing was charged.
          </Notice>
        </Above>
      )}
      {status.purchase?.state === 'terms_outdated' && (
        <Above>
          <Notice tone="plain">
            The price has changed, or more than a day has passed since you agreed to it. Nothing was charged.
            Choose a plan to agree to its price.
          </Notice>
        </Above>
      )}
      {saved && !obstacle() && !isBack ? (
        <SavedCard
          purchase={saved}
          isPending={purchase.isPaying}
          isDisabled={purchase.isPaying || purchase.choosing !== undefined}
          onPay={() => purchase.payWithSavedCard(saved.plan)}
          onOtherCard={() => purchase.choose(saved.plan)}
        />
      ) : (
        <PlanChooser
          isTrial={status.trialAvailable}
          // The button that was pressed is gone.
          takesFocus={isBack || hasTriedAgain}
          pending={purchase.choosing}
          obstacle={obstacle()}
          onChoose={purchase.choose}
        />
      )}
    </>
  );
}

interface PurchaseProps {
  path: RoutePath;
  status: Status;
}

function Above({ children }: { children: ReactNode }) {
  return <div className="mb-4">{children}</div>;
}

function NotSetUp() {
  return (
    <Notice tone="plain">
      Payments are not set up here, so Premium cannot be bought at the moment. Everything else works as usual.
    </Notice>
  );
}

function Unreachable({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={<NoticeButton onClick={onRetry}>{isTrying ? 'Trying again…' : 'Try again'}</NoticeButton>}
    >
      <p role="alert">Payments cannot be reached just now, so Premium cannot be bought.</p>
    </Notice>
  );
}
