import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanId } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { describeError } from '../../api.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/payment.ts';
import { beginPurchase, buildPurchaseErrorToast, classifyFailure } from '../payment/begin-purchase.ts';
import {
  buildCardErrorToast,
  CardError,
  confirmCard,
  confirmPayment,
  publishableKeyQuery,
  stripeQuery,
} from '../payment/stripe.ts';
import { runUnlessPending } from '../run-unless-pending.ts';
import { useSessionExpiryHandler } from '../session-expiry.ts';
import { type Status, statusQuery } from '../status.ts';

interface Checkout {
  readonly plan: PlanId;
  readonly hasTrial: boolean;
  readonly clientSecret: string;
}

/** @param path to return to after login */
export function usePurchase(path: RoutePath, { trialAvailable }: Status, publishableKey: string) {
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
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
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
    goBack: () => history.back(),
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
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
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
