import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preconnect } from 'react-dom';
import { type PlanId, plans } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/payment.ts';
import { SavedCard } from '../payment/saved-card.tsx';
import { publishableKeyQuery } from '../payment/stripe.ts';
import type { Status } from '../status.ts';
import { PlanChooser } from './plan-chooser.tsx';
import { usePurchase } from './use-purchase.ts';

const paymentForm = defineLazy(() =>
  import('../payment/payment-form.tsx').then((module) => module.PaymentForm),
);

export function Purchase({ path, status }: PurchaseProps) {
  const { publishableKey, unavailableNotice, hasRecovered } = usePublishableKey();
  const purchase = usePurchase(path, status, publishableKey ?? '');
  const { checkout, hasLeftForm } = purchase;
  const savedCardPurchase = findSavedCardPurchase(status);

  if (checkout && publishableKey) {
    return (
      <Lazy
        key={checkout.clientSecret}
        component={paymentForm}
        props={{ ...checkout, plan: plans[checkout.plan], publishableKey, onBack: purchase.goBack }}
      />
    );
  }
  return (
    <>
      <Notices status={status} conflictNotice={purchase.conflictNotice} onChoose={purchase.choose} />
      {savedCardPurchase && !unavailableNotice && !hasLeftForm ? (
        <SavedCard
          purchase={savedCardPurchase}
          isPending={purchase.isPaying}
          isDisabled={purchase.isPaying || purchase.chosen !== undefined}
          onPay={() => purchase.payWithSavedCard(savedCardPurchase.plan)}
          onUseOtherCard={() => purchase.choose(savedCardPurchase.plan)}
        />
      ) : (
        <PlanChooser
          hasTrial={status.trialAvailable}
          isFocusLost={hasLeftForm || hasRecovered}
          chosen={purchase.chosen}
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

function usePublishableKey() {
  const { data: publishableKey, errorUpdateCount, isFetching, refetch } = useQuery(publishableKeyQuery);
  const [hasRecovered, setRecovered] = useState(false);

  useEffect(() => {
    if (!publishableKey) return;
    preconnect('https://js.stripe.com');
    paymentForm.load().catch(() => {});
  }, [publishableKey]);

  async function tryAgain(): Promise<void> {
    const { isSuccess } = await refetch();
    setRecovered(isSuccess);
  }

  let unavailableNotice: ReactNode;
  if (publishableKey === null) unavailableNotice = <Notice tone="plain">{texts.notSetUp}</Notice>;
  else if (!publishableKey && errorUpdateCount > 0) {
    unavailableNotice = <Unreachable isRetrying={isFetching} onRetry={tryAgain} />;
  }
  return { publishableKey, unavailableNotice, hasRecovered };
}

function findSavedCardPurchase({ purchase }: Status) {
  const hasSavedCard = purchase?.state === 'card_had_trial' || purchase?.state === 'confirmation_needed';
  return hasSavedCard ? purchase : undefined;
}

function Notices({ status: { purchase }, conflictNotice, onChoose }: NoticesProps) {
  return (
    <div className="grid gap-4 not-empty:mb-4">
      {conflictNotice && <Notice tone="plain">{conflictNotice}</Notice>}
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
  conflictNotice: string | undefined;
  onChoose: (plan: PlanId) => void;
}

function Unreachable({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={
        <NoticeButton onClick={onRetry}>{isRetrying ? texts.tryingAgain : texts.tryAgain}</NoticeButton>
      }
    >
      <p role="alert">{texts.unreachable}</p>
    </Notice>
  );
}
