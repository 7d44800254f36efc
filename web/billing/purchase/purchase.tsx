import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preconnect } from 'react-dom';
import { type PlanId, plans } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/payment.ts';
import { SavedCard } from '../payment/saved-card.tsx';
import { paymentKeyQuery } from '../payment/stripe.ts';
import { PlanChooser } from '../plan-chooser.tsx';
import type { Status } from '../status.ts';
import { usePurchase } from './use-purchase.ts';

const paymentForm = defineLazy(() =>
  import('../payment/payment-form.tsx').then((module) => module.PaymentForm),
);

export function Purchase({ path, status }: PurchaseProps) {
  const { paymentKey, unavailableNotice, hasTriedAgain } = usePaymentKey();
  const purchase = usePurchase(path, status, paymentKey ?? '');
  const { checkout, hasReturned } = purchase;
  const saved = findSavedPurchase(status);

  if (checkout && paymentKey) {
    return (
      <Lazy
        key={checkout.clientSecret}
        component={paymentForm}
        props={{ ...checkout, plan: plans[checkout.plan], paymentKey, onBack: purchase.goBack }}
      />
    );
  }
  return (
    <>
      <Notices status={status} priceNotice={purchase.priceNotice} onChoose={purchase.choose} />
      {saved && !unavailableNotice && !hasReturned ? (
        <SavedCard
          purchase={saved}
          isPending={purchase.isPaying}
          isDisabled={purchase.isPaying || purchase.choosing !== undefined}
          onPay={() => purchase.payWithSavedCard(saved.plan)}
          onOtherCard={() => purchase.choose(saved.plan)}
        />
      ) : (
        <PlanChooser
          hasTrial={status.trialAvailable}
          // The pressed button has disappeared.
          takesFocus={hasReturned || hasTriedAgain}
          pending={purchase.choosing}
          unavailableNotice={unavailableNotice}
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

  let unavailableNotice: ReactNode;
  if (paymentKey === null) unavailableNotice = <NotSetUp />;
  else if (!paymentKey && errorUpdateCount > 0) {
    unavailableNotice = <Unreachable isTrying={isFetching} onRetry={tryAgain} />;
  }
  return { paymentKey, unavailableNotice, hasTriedAgain };
}

function findSavedPurchase({ purchase }: Status) {
  const isSaved = purchase?.state === 'card_had_trial' || purchase?.state === 'confirmation_needed';
  return isSaved ? purchase : undefined;
}

function Notices({ status: { purchase }, priceNotice, onChoose }: NoticesProps) {
  return (
    <div className="grid gap-4 not-empty:mb-4">
      {priceNotice && <Notice tone="plain">{priceNotice}</Notice>}
      {purchase?.state === 'payment_failed' && (
        <Notice
          tone="danger"
          action={<NoticeButton onClick={() => onChoose(purchase.plan)}>{texts.tryOtherCard}</NoticeButton>}
        >
          {texts.cardDeclined} {texts.nothingCharged}
        </Notice>
      )}
      {purchase?.state === 'terms_outdated' && <Notice tone="plain">{texts.termsOutdated}</Notice>}
    </div>
  );
}

interface NoticesProps {
  status: Status;
  priceNotice: string | undefined;
  onChoose: (plan: PlanId) => void;
}

function NotSetUp() {
  return <Notice tone="plain">{texts.notSetUp}</Notice>;
}

function Unreachable({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={<NoticeButton onClick={onRetry}>{isTrying ? texts.tryingAgain : texts.tryAgain}</NoticeButton>}
    >
      <p role="alert">{texts.unreachable}</p>
    </Notice>
  );
}
