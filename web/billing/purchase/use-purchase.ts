import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanId } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { describeError } from '../../api.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/payment.ts';
import { buildPurchaseToast, classifyFailure, createSubscription } from '../payment/create-subscription.ts';
import {
  buildCardToast,
  CardError,
  confirmCard,
  confirmPayment,
  paymentKeyQuery,
  stripeQuery,
} from '../payment/stripe.ts';
import { runUnlessPending } from '../run-unless-pending.ts';
import { type Status, statusQuery } from '../status.ts';
import { useSessionExpiryHandler } from '../subscription/session-expiry.ts';

interface Checkout {
  readonly plan: PlanId;
  readonly hasTrial: boolean;
  readonly clientSecret: string;
}

/** @param path the page that a login returns to */
export function usePurchase(path: RoutePath, { trialAvailable }: Status, paymentKey: string) {
  const { checkout, hasReturned, open } = useCheckout();
  const { priceNotice, setPriceNotice, handleFailure } = useFailure(path);

  const choosing = useMutation({
    mutationKey,
    mutationFn: async (plan: PlanId): Promise<Checkout> => {
      const clientSecret = await createSubscription(plan, { chargedToday: !trialAvailable });
      return { plan, hasTrial: trialAvailable, clientSecret };
    },
    onMutate: () => setPriceNotice(undefined),
    onSuccess: open,
    onError: handleFailure,
  });
  const paying = useMutation({
    mutationKey,
    mutationFn: (plan: PlanId) => payWithSavedCard(plan, paymentKey),
    onMutate: () => setPriceNotice(undefined),
    onError(error) {
      if (!(error instanceof CardError)) return handleFailure(error);
      toasts.show(buildCardToast(error));
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
  });

  // After confirmation, Stripe leaves the page.
  const isPaying = paying.isPending || paying.isSuccess;
  const isBusy = isPaying || choosing.isPending;
  return {
    checkout,
    priceNotice,
    choosing: choosing.isPending ? choosing.variables : undefined,
    isPaying,
    hasReturned,
    choose: (plan: PlanId) => isBusy || runUnlessPending(mutationKey, () => choosing.mutate(plan)),
    payWithSavedCard: (plan: PlanId) => isBusy || runUnlessPending(mutationKey, () => paying.mutate(plan)),
    goBack: () => history.back(),
  };
}

const mutationKey = ['purchase'];

/** The form has a history entry, so that Back returns to the plans. */
function useCheckout() {
  const [checkout, setCheckout] = useState<Checkout>();
  const [hasReturned, setReturned] = useState(false);
  useEffect(() => {
    const closeCheckout = () => {
      setCheckout(undefined);
      setReturned(true);
    };
    addEventListener('popstate', closeCheckout);
    return () => removeEventListener('popstate', closeCheckout);
  }, []);

  function open(started: Checkout): void {
    history.pushState(history.state, '');
    setCheckout(started);
  }

  return { checkout, hasReturned, open };
}

function useFailure(path: RoutePath) {
  const [priceNotice, setPriceNotice] = useState<string>();
  const handleExpiry = useSessionExpiryHandler(path);

  function handleFailure(error: unknown): void {
    if (handleExpiry(error)) return;
    const toast = buildPurchaseToast(error);
    if (toast) toasts.show(toast);
    const failure = classifyFailure(error);
    if (failure === 'changed') {
      setPriceNotice(describeError(error));
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    if (failure === 'unavailable') queryClient.setQueryData(paymentKeyQuery.queryKey, null);
  }

  return { priceNotice, setPriceNotice, handleFailure };
}

async function payWithSavedCard(plan: PlanId, paymentKey: string): Promise<void> {
  const clientSecret = await createSubscription(plan, { chargedToday: true, savedCard: true });
  const stripe = await queryClient.query(stripeQuery(paymentKey)).catch((cause: unknown) => {
    throw new CardError(texts.stripeUnreachable, { cause });
  });
  if (clientSecret.startsWith('pi_')) await confirmPayment(stripe, clientSecret);
  else await confirmCard(stripe, { clientSecret });
}
