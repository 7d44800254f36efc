import { useMutation } from '@tanstack/react-query';
import { ApiError, call, describeError } from '../../api.ts';
import { buildFailureToast, type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/billing.tsx';
import { usePageRestored } from '../page-restored.ts';
import { runUnlessPending } from '../run-unless-pending.ts';
import { statusQuery } from '../status.ts';
import { useSessionExpiryHandler } from './session-expiry.ts';

/** One action at a time, pending until the status is refetched or the page is restored after Stripe's. */
export function useSubscriptionActions({ onCancelAnswered }: { onCancelAnswered: () => void }) {
  const handleExpiry = useSessionExpiryHandler('/subscription-management');
  const fail = (title: string, error: unknown, cost = ` ${texts.onlyOneCharge}`) => {
    if (!handleExpiry(error)) toasts.show(buildFailureToast(title, describeFailure(error, cost)));
  };

  const cancelling = useMutation({
    mutationKey,
    mutationFn: () => call('billing.cancel', {}),
    onSuccess: ({ isEnded }) => {
      onCancelAnswered();
      toasts.show(isEnded ? endedToast : cancelledToast);
    },
    onError: (error) => {
      onCancelAnswered();
      fail(texts.cancelFailed, error, '');
    },
    onSettled: refetchStatus,
  });

  const reactivating = useMutation({
    mutationKey,
    mutationFn: () => call('billing.reactivate', {}),
    onSuccess: () => toasts.show(reactivatedToast),
    onError: (error) => fail(texts.reactivateFailed, error),
    onSettled: refetchStatus,
  });

  const opening = useMutation({
    mutationKey,
    mutationFn: (opens: StripePage) => call('billing.portal', { opens }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => fail(texts.openFailed, error, ''),
  });
  usePageRestored(opening.reset);

  return {
    cancel: () => runUnlessPending(mutationKey, () => cancelling.mutate()),
    isCancelling: cancelling.isPending,
    reactivate: () => runUnlessPending(mutationKey, () => reactivating.mutate()),
    isReactivating: reactivating.isPending,
    openStripePage: (page: StripePage) => runUnlessPending(mutationKey, () => opening.mutate(page)),
    openingPage: opening.isPending || opening.isSuccess ? opening.variables : undefined,
  };
}

type StripePage = 'card' | 'invoices';

const mutationKey = ['subscription'];

const endedToast: ToastToShow = {
  title: texts.cancelledTitle,
  description: texts.cancelledAtOnce,
  duration: 'long',
};
const cancelledToast: ToastToShow = {
  title: texts.cancelledTitle,
  description: texts.cancelledForLater,
  duration: 'long',
};
const reactivatedToast: ToastToShow = {
  title: texts.reactivatedTitle,
  description: texts.reactivated,
};

function describeFailure(error: unknown, cost: string): string {
  const sentence = describeError(error) ?? texts.unknownFailure;
  // Our server's errors say what it cost; for other errors `cost` says it.
  const isOurs = error instanceof ApiError && error.code !== undefined;
  return isOurs ? sentence : sentence + cost;
}

function refetchStatus(): Promise<void> {
  return queryClient.invalidateQueries(statusQuery);
}
