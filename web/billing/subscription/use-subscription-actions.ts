import { useMutation } from '@tanstack/react-query';
import { ApiError, call, describeError } from '../../api.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/billing.tsx';
import { runUnlessPending } from '../run-unless-pending.ts';
import { useSessionExpiryHandler } from '../session-expiry.ts';
import { statusQuery } from '../status.ts';
import { usePageRestored } from '../use-page-restored.ts';

/** Runs one action at a time. Each lasts until the status is refetched, or the user returns from Stripe's page. */
export function useSubscriptionActions({ onCancelFinished }: { onCancelFinished: () => void }) {
  const handleExpiry = useSessionExpiryHandler('/subscription-management');
  const showFailure = (title: string, error: unknown, chargeNote = '') => {
    if (handleExpiry(error)) return;
    const message = describeError(error) ?? texts.unknownFailure;
    // Our server's errors already say what was charged.
    const isOurs = error instanceof ApiError && error.code !== undefined;
    toasts.show(buildFailureToast(title, isOurs ? message : message + chargeNote));
  };

  const cancelling = useMutation({
    mutationKey,
    mutationFn: () => call('billing.cancel', {}),
    onSuccess: ({ isEnded }) => {
      onCancelFinished();
      const description = isEnded ? texts.cancelledAtOnce : texts.cancelledForLater;
      toasts.show({ title: texts.cancelledTitle, description, duration: 'long' });
    },
    onError: (error) => {
      onCancelFinished();
      showFailure(texts.cancelFailed, error);
    },
    onSettled: () => queryClient.invalidateQueries(statusQuery),
  });

  const reactivating = useMutation({
    mutationKey,
    mutationFn: () => call('billing.reactivate', {}),
    onSuccess: () => toasts.show({ title: texts.reactivatedTitle, description: texts.reactivated }),
    onError: (error) => showFailure(texts.reactivateFailed, error, ` ${texts.onlyOneCharge}`),
    onSettled: () => queryClient.invalidateQueries(statusQuery),
  });

  const opening = useMutation({
    mutationKey,
    mutationFn: (opens: StripePage) => call('billing.portal', { opens }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showFailure(texts.openFailed, error),
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
