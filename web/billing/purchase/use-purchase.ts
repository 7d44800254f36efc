import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanId } from '../../../shared/plans.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { sentenceOf } from '../../api.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { once } from '../once.ts';
import { begin, refusalOf, refusalToast } from '../payment/begin.ts';
import {
  confirmCard,
  confirmPayment,
  paymentKeyQuery,
  SetupError,
  setupToast,
  stripeQuery,
} from '../payment/stripe.ts';
import { type Status, statusQuery } from '../status.ts';
import { useSessionEnd } from '../subscription/session-end.ts';

/** A purchase that has its form. */
interface Begun {
  readonly plan: PlanId;
  readonly isTrial: boolean;
  readonly clientSecret: string;
}

/** From a plan to its form, or with a card that is kept straight to Stripe. @param path of the page, to come back to */
export function usePurchase(path: RoutePath, { trialAvailable }: Status, paymentKey: string) {
  const [begun, setBegun] = useState<Begun>();
  /** Why the plan that was chosen last is not to be had as it was shown. */
  const [objection, setObjection] = useState<string>();
  const [isBack, setBack] = useState(false);

  // The form is a step of its own for the browser's way back, which a phone's users take.
  useEffect(() => {
    const leaveForm = () => {
      setBegun(undefined);
      setBack(true);
    };
    addEventListener('popstate', leaveForm);
    return () => removeEventListener('popstate', leaveForm);
  }, []);

  const hasSessionEnded = useSessionEnd(path);

  function refuse(error: unknown): void {
    if (hasSessionEnded(error)) return;
    const toast = refusalToast(error);
    if (toast) toasts.show(toast);
    const refusal = refusalOf(error);
    if (refusal === 'changed') {
      setObjection(sentenceOf(error));
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    if (refusal === 'unavailable') queryClient.setQueryData(paymentKeyQuery.queryKey, null);
  }

  const choosing = useMutation({
    mutationKey,
    mutationFn: async (plan: PlanId): Promise<Begun> => {
      const chargedToday = !trialAvailable;
      const clientSecret = await begin(plan, { chargedToday });
      return { plan, isTrial: !chargedToday, clientSecret };
    },
    onMutate: () => setObjection(undefined),
    onSuccess(made) {
      history.pushState(history.state, '');
      setBegun(made);
    },
    onError: refuse,
  });
  const paying = useMutation({
    mutationKey,
    mutationFn: async (plan: PlanId) => {
      const clientSecret = await begin(plan, { chargedToday: true, savedCard: true });
      const stripe = await queryClient.fetchQuery(stripeQuery(paymentKey)).catch((cause: unknown) => {
        throw new SetupError('Stripe could not be reached. Nothing was charged. Please try again.', {
          cause,
        });
      });
      if (clientSecret.startsWith('pi_')) await confirmPayment(stripe, clientSecret);
      else await confirmCard(stripe, { clientSecret });
    },
    onMutate: () => setObjection(undefined),
    onError(error) {
      if (error instanceof SetupError) {
        toasts.show(setupToast(error));
        queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
      } else refuse(error);
    },
  });

  // Once it is confirmed, Stripe is leaving the page.
  const isPaying = paying.isPending || paying.isSuccess;
  const isBusy = isPaying || choosing.isPending;
  return {
    begun,
    objection,
    /** The plan whose form is on its way. */
    choosing: choosing.isPending ? choosing.variables : undefined,
    isPaying,
    /** Somebody has come back from the form. */
    isBack,
    choose: (plan: PlanId) => isBusy || once(mutationKey, () => choosing.mutate(plan)),
    payWithSavedCard: (plan: PlanId) => isBusy || once(mutationKey, () => paying.mutate(plan)),
    giveUp: () => history.back(),
  };
}

const mutationKey = ['purchase'];
