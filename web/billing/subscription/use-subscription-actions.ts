import { useMutation } from '@tanstack/react-query';
import { ApiError, call, describeError } from '../../api.ts';
import { buildFailureToast, type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { usePageRestored } from '../page-restored.ts';
import { runUnlessPending } from '../run-unless-pending.ts';
import { statusQuery } from '../status.ts';
import { useSessionExpiryHandler } from './session-expiry.ts';

/** One action at a time, pending until the status is refetched or the page is restored after Stripe's. */
export function useSubscriptionActions({ onCancelAnswered }: { onCancelAnswered: () => void }) {
  const handleExpiry = useSessionExpiryHandler('/subscription-management');
  const fail = (title: string, error: unknown, cost = ' You won’t be charged twice.') => {
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
      fail('Cancellation Failed', error, '');
    },
    onSettled: refetchStatus,
  });

  const reactivating = useMutation({
    mutationKey,
    mutationFn: () => call('billing.reactivate', {}),
    onSuccess: () => toasts.show(reactivatedToast),
    onError: (error) => fail('Reactivation Failed', error),
    onSettled: refetchStatus,
  });

  const opening = useMutation({
    mutationKey,
    mutationFn: (opens: StripePage) => call('billing.portal', { opens }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => fail('Couldn’t Open Payment Page', error, ''),
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
  title: 'Subscription Cancelled',
  description: 'Your subscription has ended. We won’t charge you again.',
  duration: 'long',
};
const cancelledToast: ToastToShow = {
  title: 'Subscription Cancelled',
  description:
    "Your subscription has been cancelled. You'll retain access until the end of your billing period.",
  duration: 'long',
};
const reactivatedToast: ToastToShow = {
  title: 'Subscription Reactivated',
  description: 'Your subscription has been reactivated successfully.',
};

function describeFailure(error: unknown, cost: string): string {
  const sentence = describeError(error) ?? 'Something went wrong. Please try again.';
  // Our server's errors say what it cost; for other errors `cost` says it.
  const isOurs = error instanceof ApiError && error.code !== undefined;
  return isOurs ? sentence : sentence + cost;
}

function refetchStatus(): Promise<void> {
  return queryClient.invalidateQueries(statusQuery);
}
