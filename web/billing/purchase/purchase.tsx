import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preconnect } from 'react-dom';
import { type PlanId, plans } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { Later, partOf } from '../../components/later.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { SavedCard } from '../payment/saved-card.tsx';
import { paymentKeyQuery } from '../payment/stripe.ts';
import { PlanChooser } from '../plan-chooser.tsx';
import type { Status } from '../status.ts';
import { usePurchase } from './use-purchase.ts';

const paymentForm = partOf(() => import('../payment/payment-form.tsx').then((module) => module.PaymentForm));

export function Purchase({ path, status }: PurchaseProps) {
  const { paymentKey, obstacle, hasTriedAgain } = usePaymentKey();
  const purchase = usePurchase(path, status, paymentKey ?? '');
  const { begun, isBack } = purchase;
  const saved = savedPurchase(status);

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
          onBack: purchase.goBack,
        }}
      />
    );
  }
  return (
    <>
      <Notices status={status} objection={purchase.objection} onChoose={purchase.choose} />
      {saved && !obstacle && !isBack ? (
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
          obstacle={obstacle}
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

function usePaymentKey() {
  const { data: paymentKey, errorUpdateCount, isFetching, refetch } = useQuery(paymentKeyQuery);
  const [hasTriedAgain, setTriedAgain] = useState(false);

  useEffect(() => {
    if (!paymentKey) return;
    preconnect('https://js.stripe.com');
    paymentForm.load().catch(() => {});
  }, [paymentKey]);

  async function tryAgain(): Promise<void> {
    const { isSuccess } = await refetch();
    setTriedAgain(isSuccess);
  }

  let obstacle: ReactNode;
  if (paymentKey === null) obstacle = <NotSetUp />;
  else if (!paymentKey && errorUpdateCount > 0) {
    obstacle = <Unreachable isTrying={isFetching} onRetry={tryAgain} />;
  }
  return { paymentKey, obstacle, hasTriedAgain };
}

function savedPurchase({ purchase }: Status) {
  const isSaved = purchase?.state === 'card_had_trial' || purchase?.state === 'confirmation_needed';
  return isSaved ? purchase : undefined;
}

function Notices({ status: { purchase }, objection, onChoose }: NoticesProps) {
  return (
    <div className="grid gap-4 not-empty:mb-4">
      {objection && <Notice tone="plain">{objection}</Notice>}
      {purchase?.state === 'payment_failed' && (
        <Notice
          tone="danger"
          action={<NoticeButton onClick={() => onChoose(purchase.plan)}>Try another card</NoticeButton>}
        >
          Your card was declined. Nothing was charged.
        </Notice>
      )}
      {purchase?.state === 'terms_outdated' && (
        <Notice tone="plain">
          The price has changed, or more than a day has passed since you agreed to it. Nothing was charged.
          Choose a plan to agree to its price.
        </Notice>
      )}
    </div>
  );
}

interface NoticesProps {
  status: Status;
  objection: string | undefined;
  onChoose: (plan: PlanId) => void;
}

function NotSetUp() {
  return (
    <Notice tone="plain">
      Payments aren’t set up here, so you can’t buy Premium yet. Everything else works.
    </Notice>
  );
}

function Unreachable({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={<NoticeButton onClick={onRetry}>{isTrying ? 'Trying again…' : 'Try again'}</NoticeButton>}
    >
      <p role="alert">We can’t reach our payment service right now. Try again in a moment.</p>
    </Notice>
  );
}
