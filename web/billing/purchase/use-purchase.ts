import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanId } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { sentenceOf } from '../../api.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { once } from '../once.ts';
import { begin, classifyRefusal, getRefusalToast } from '../payment/begin.ts';
import {
  buildSetupToast,
  confirmCard,
  confirmPayment,
  paymentKeyQuery,
  SetupError,
  stripeQuery,
} from '../payment/stripe.ts';
import { type Status, statusQuery } from '../status.ts';
import { useSessionEnd } from '../subscription/session-end.ts';

interface Begun {
  readonly plan: PlanId;
  readonly isTrial: boolean;
  readonly clientSecret: string;
}

/** Buys a plan: opens the form, or pays with the saved card. @param path of the page, to come back to */
export function usePurchase(path: RoutePath, { trialAvailable }: Status, paymentKey: string) {
  const { begun, isBack, open } = useForm();
  const { objection, setObjection, refuse } = useRefusal(path);

  const choosing = useMutation({
    mutationKey,
    mutationFn: async (plan: PlanId): Promise<Begun> => {
      const clientSecret = await begin(plan, { chargedToday: !trialAvailable });
      return { plan, isTrial: trialAvailable, clientSecret };
    },
    onMutate: () => setObjection(undefined),
    onSuccess: open,
    onError: refuse,
  });
  const paying = useMutation({
    mutationKey,
    mutationFn: (plan: PlanId) => payWithSavedCard(plan, paymentKey),
    onMutate: () => setObjection(undefined),
    onError(error) {
      if (!(error instanceof SetupError)) return refuse(error);
      toasts.show(buildSetupToast(error));
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
  });

  // Once confirmed, Stripe is leaving the page.
  const isPaying = paying.isPending || paying.isSuccess;
  const isBusy = isPaying || choosing.isPending;
  return {
    begun,
    objection,
    choosing: choosing.isPending ? choosing.variables : undefined,
    isPaying,
    isBack,
    choose: (plan: PlanId) => isBusy || once(mutationKey, () => choosing.mutate(plan)),
    payWithSavedCard: (plan: PlanId) => isBusy || once(mutationKey, () => paying.mutate(plan)),
    goBack: () => history.back(),
  };
}

const mutationKey = ['purchase'];

/** The form has its own history entry, because phone users go back by Back. */
function useForm() {
  const [begun, setBegun] = useState<Begun>();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const leaveForm = () => {
      setBegun(undefined);
      setBack(true);
    };
    addEventListener('popstate', leaveForm);
    return () => removeEventListener('popstate', leaveForm);
  }, []);

  function open(made: Begun): void {
    history.pushState(history.state, '');
    setBegun(made);
  }

  return { begun, isBack, open };
}

function useRefusal(path: RoutePath) {
  const [objection, setObjection] = useState<string>();
  const hasSessionEnded = useSessionEnd(path);

  function refuse(error: unknown): void {
    if (hasSessionEnded(error)) return;
    const toast = getRefusalToast(error);
    if (toast) toasts.show(toast);
    const refusal = classifyRefusal(error);
    if (refusal === 'changed') {
      setObjection(sentenceOf(error));
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    if (refusal === 'unavailable') queryClient.setQueryData(paymentKeyQuery.queryKey, null);
  }

  return { objection, setObjection, refuse };
}

async function payWithSavedCard(plan: PlanId, paymentKey: string): Promise<void> {
  const clientSecret = await begin(plan, { chargedToday: true, savedCard: true });
  const stripe = await queryClient.query(stripeQuery(paymentKey)).catch((cause: unknown) => {
    throw new SetupError('Parley couldn’t reach Stripe. Nothing was charged. Please try again.', { cause });
  });
  if (clientSecret.startsWith('pi_')) await confirmPayment(stripe, clientSecret);
  else await confirmCard(stripe, { clientSecret });
}
