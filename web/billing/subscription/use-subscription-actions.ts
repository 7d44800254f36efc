import { useMutation } from '@tanstack/react-query';
import { ApiError, call, sentenceOf } from '../../api.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { useBroughtBack } from '../brought-back.ts';
import { once } from '../once.ts';
import { statusQuery } from '../status.ts';
import { useSessionEnd } from './session-end.ts';

/**
 * What can be done about a subscription, one thing at a time. The status is read anew before cancelling and
 * reactivating count as over; leaving for Stripe is not over until the page is brought back.
 *
 * @param onCancelAnswered the cancellation is answered, with yes or no
 */
export function useSubscriptionActions({ onCancelAnswered }: { onCancelAnswered: () => void }) {
  const isSessionEnd = useSessionEnd('/subscription-management');

  const cancelling = useMutation({
    mutationKey,
    mutationFn: () => call('billing.cancel', {}),
    onSuccess: ({ isEnded }) => {
      onCancelAnswered();
      toasts.show({
        title: 'Subscription Cancelled',
        description: isEnded
          ? 'Your subscription has ended. Nothing more will be charged.'
          : "Your subscription has been cancelled. You'll retain access until the end of your billing period.",
        stay: 'long',
      });
    },
    onError: (error) => {
      onCancelAnswered();
      fail('Cancellation Failed', error);
    },
    onSettled: readAnew,
  });

  const reactivating = useMutation({
    mutationKey,
    mutationFn: () => call('billing.reactivate', {}),
    onSuccess: () => {
      toasts.show({
        title: 'Subscription Reactivated',
        description: 'Your subscription has been reactivated successfully.',
      });
    },
    onError: (error) => fail('Reactivation Failed', error),
    onSettled: readAnew,
  });

  const leaving = useMutation({
    mutationKey,
    mutationFn: (opens: StripePage) => call('billing.portal', { opens }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => fail('Payment Page Not Opened', error),
  });
  useBroughtBack(leaving.reset);

  function fail(title: string, error: unknown): void {
    if (isSessionEnd(error)) return;
    const said = sentenceOf(error) ?? 'Something went wrong. Please try again.';
    // The server says itself what it has done; where its answer is lost, the page says how things stand.
    const isOurs = error instanceof ApiError && error.code !== undefined;
    const description = isOurs ? said : `${said} Nothing is charged twice.`;
    toasts.show({ tone: 'destructive', stay: 'long', title, description });
  }

  return {
    cancel: () => once(mutationKey, () => cancelling.mutate()),
    isCancelling: cancelling.isPending,
    reactivate: () => once(mutationKey, () => reactivating.mutate()),
    isReactivating: reactivating.isPending,
    leaveFor: (page: StripePage) => once(mutationKey, () => leaving.mutate(page)),
    /** The page of Stripe's that the browser is on its way to. */
    leavingFor: leaving.isPending || leaving.isSuccess ? leaving.variables : undefined,
  };
}

/** As `billing.portal` knows them. */
type StripePage = 'card' | 'invoices';

const mutationKey = ['subscription'];

function readAnew(): Promise<void> {
  return queryClient.invalidateQueries(statusQuery);
}
