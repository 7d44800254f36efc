import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preconnect } from 'react-dom';
import { type Plan, type PlanId, planCurrency, plans } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { describeError } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { RetryNotice } from '../../components/retry-notice.tsx';
import { StatusLink } from '../../components/status-link.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { queryClient } from '../../queries.ts';
import { planTexts } from '../../texts/billing.tsx';
import * as texts from '../../texts/payment.ts';
import { describeCard, formatMoney, formatPrice } from '../format.ts';
import { runUnlessPending, useSessionExpiryHandler } from '../mutations.ts';
import { describeOffer } from '../payment/offer.ts';
import {
  beginPurchase,
  buildCardErrorToast,
  buildPurchaseErrorToast,
  CardError,
  classifyFailure,
  confirmCard,
  confirmPayment,
  publishableKeyQuery,
  stripeQuery,
} from '../payment/stripe.ts';
import { type Status, statusQuery } from '../status.ts';
import { PlanChooser } from './plan-chooser.tsx';

const paymentForm = defineLazy(() => import('../payment/payment-form.tsx'), 'PaymentForm');

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
        props={{ ...checkout, plan: plans[checkout.plan], publishableKey, onBack: () => history.back() }}
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

interface Checkout {
  readonly plan: PlanId;
  readonly hasTrial: boolean;
  readonly clientSecret: string;
}

/** @param path to return to after login */
function usePurchase(path: RoutePath, { trialAvailable }: Status, publishableKey: string) {
  const { checkout, hasLeftForm, openCheckout } = useCheckout();
  const { conflictNotice, setConflictNotice, handleFailure } = useFailureHandler(path);

  const choosing = useMutation({
    mutationKey,
    mutationFn: async (plan: PlanId): Promise<Checkout> => {
      const clientSecret = await beginPurchase(plan, { acceptsCharge: !trialAvailable });
      return { plan, hasTrial: trialAvailable, clientSecret };
    },
    onMutate: () => setConflictNotice(undefined),
    onSuccess: openCheckout,
    onError: handleFailure,
  });
  const paying = useMutation({
    mutationKey,
    mutationFn: (plan: PlanId) => payWithSavedCard(plan, publishableKey),
    onMutate: () => setConflictNotice(undefined),
    onError(error) {
      if (!(error instanceof CardError)) return handleFailure(error);
      toasts.show(buildCardErrorToast(error));
      void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
  });

  // Stays pending after success, until Stripe redirects.
  const isPaying = paying.isPending || paying.isSuccess;
  const isBusy = isPaying || choosing.isPending;
  return {
    checkout,
    conflictNotice,
    chosen: choosing.isPending ? choosing.variables : undefined,
    isPaying,
    hasLeftForm,
    choose: (plan: PlanId) => isBusy || runUnlessPending(mutationKey, () => choosing.mutate(plan)),
    payWithSavedCard: (plan: PlanId) => isBusy || runUnlessPending(mutationKey, () => paying.mutate(plan)),
  };
}

const mutationKey = ['purchase'];

/** The form has a history entry, so that Back returns to the plans. */
function useCheckout() {
  const [checkout, setCheckout] = useState<Checkout>();
  const [hasLeftForm, setLeftForm] = useState(false);
  useEffect(() => {
    const closeCheckout = () => {
      setCheckout(undefined);
      setLeftForm(true);
    };
    addEventListener('popstate', closeCheckout);
    return () => removeEventListener('popstate', closeCheckout);
  }, []);

  function openCheckout(next: Checkout): void {
    history.pushState(history.state, '');
    setCheckout(next);
  }

  return { checkout, hasLeftForm, openCheckout };
}

function useFailureHandler(path: RoutePath) {
  const [conflictNotice, setConflictNotice] = useState<string>();
  const handleExpiry = useSessionExpiryHandler(path);

  function handleFailure(error: unknown): void {
    if (handleExpiry(error)) return;
    const toast = buildPurchaseErrorToast(error);
    if (toast) toasts.show(toast);
    const failure = classifyFailure(error);
    if (failure === 'conflict') {
      setConflictNotice(describeError(error));
      void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    if (failure === 'unavailable') queryClient.setQueryData(publishableKeyQuery.queryKey, null);
  }

  return { conflictNotice, setConflictNotice, handleFailure };
}

async function payWithSavedCard(plan: PlanId, publishableKey: string): Promise<void> {
  const clientSecret = await beginPurchase(plan, { acceptsCharge: true, usesSavedCard: true });
  const stripe = await queryClient.query(stripeQuery(publishableKey)).catch((cause: unknown) => {
    throw new CardError(texts.stripeUnreachable, { cause });
  });
  if (clientSecret.startsWith('pi_')) await confirmPayment(stripe, clientSecret);
  else await confirmCard(stripe, { clientSecret });
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
    unavailableNotice = (
      <>
        <RetryNotice isRetrying={isFetching} onRetry={tryAgain}>
          {texts.unreachable}
        </RetryNotice>
        <StatusLink />
      </>
    );
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
          {joinSentences(texts.cardDeclined, texts.nothingCharged)}
        </Notice>
      )}
      {purchase?.state === 'terms_outdated' && <Notice tone="plain">{texts.termsOutdated}</Notice>}
      {purchase?.state === 'code_lost' && <Notice tone="plain">{texts.codeLost}</Notice>}
    </div>
  );
}

interface NoticesProps {
  status: Status;
  conflictNotice: string | undefined;
  onChoose: (plan: PlanId) => void;
}

function SavedCard({ purchase, isPending, isDisabled, onPay, onUseOtherCard }: SavedCardProps) {
  const plan = plans[purchase.plan];
  const { reason, nextStep, label, pendingLabel } = describePurchase(purchase, plan);
  return (
    <Card title={`${planTexts[plan.id].name}, ${formatPrice(plan)}`}>
      <p className="text-lg leading-relaxed">{reason}</p>
      <p className="mt-2 leading-relaxed text-muted">{nextStep}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <Button variant="primary" isDisabled={isDisabled} onClick={onPay} className="min-h-13">
          {isPending ? pendingLabel : label}
        </Button>
        <Button isDisabled={isDisabled} onClick={onUseOtherCard}>
          {texts.chooseOtherCard}
        </Button>
      </div>
    </Card>
  );
}

function describePurchase({ state, card, discount }: StartedPurchase, plan: Plan) {
  const amount = formatMoney(discount?.amountCents ?? plan.amountCents, planCurrency);
  const cardName = card ? describeCard(card) : undefined;
  if (state === 'confirmation_needed') {
    return {
      reason: texts.confirmNeeded(amount, cardName),
      nextStep: texts.confirmNowText,
      label: texts.confirmAmount(amount),
      pendingLabel: texts.confirming,
    };
  }
  return {
    reason: texts.cardHadTrial(cardName),
    nextStep: discount
      ? joinSentences(texts.payNowWithCodeText(amount), describeOffer(plan, false, discount).renewal)
      : texts.payNowText(amount, plan.interval),
    label: texts.startNow(amount),
    pendingLabel: texts.paying,
  };
}

type StartedPurchase = NonNullable<Status['purchase']>;

interface SavedCardProps {
  purchase: StartedPurchase;
  isPending: boolean;
  isDisabled: boolean;
  onPay: () => void;
  onUseOtherCard: () => void;
}
