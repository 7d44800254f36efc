import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, describeError } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/billing.tsx';
import { runUnlessPending, useSessionExpiryHandler } from '../mutations.ts';
import { type Status, statusQuery } from '../status.ts';
import { usePageRestored } from '../use-page-restored.ts';
import { CancelDialog, type Reason } from './cancel-dialog.tsx';
import { PlanButton } from './plan-change.tsx';
import {
  describeActions,
  mayHaveInvoices,
  namePaymentProblem,
  subscriptionKey,
} from './subscription-text.ts';

export function SubscriptionActionsCard({ status }: { status: Status }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const actions = useSubscriptionActions({ onCancelFinished: () => setDialogOpen(false) });
  const { isCancelling, openingPage } = actions;

  return (
    <Card title={texts.subscriptionActions} className="h-full">
      {status.subscriptionStatus === 'past_due' ? (
        <Notice tone="danger">
          <strong className="font-semibold">{namePaymentProblem(status)}</strong>
          <p>{describeActions(status)}</p>
        </Notice>
      ) : (
        <p className="leading-relaxed text-muted">{describeActions(status)}</p>
      )}
      <div className="mt-5 grid gap-3">
        {listPaymentPages(status).map((page, index) => (
          <Button
            key={page}
            variant={index === 0 ? 'primary' : 'plain'}
            isDisabled={openingPage !== undefined}
            onClick={() => actions.openStripePage(page)}
            className="w-full"
          >
            {openingPage === page ? texts.opening : paymentPageLabels[page]}
          </Button>
        ))}
        <PlanButton status={status} />
        <MainButton
          status={status}
          actions={actions}
          isDialogOpen={isDialogOpen}
          onCancel={() => setDialogOpen(true)}
        />
        {mayHaveInvoices(status) && (
          <Button
            isDisabled={openingPage !== undefined}
            onClick={() => actions.openStripePage('invoices')}
            className="w-full"
          >
            {openingPage === 'invoices' ? texts.opening : texts.openInvoices}
          </Button>
        )}
      </div>
      {isDialogOpen && (
        <CancelDialog
          status={status}
          isPending={isCancelling}
          onCancel={actions.cancel}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </Card>
  );
}

/** Where a payment that is due can be made; the best first. */
function listPaymentPages(status: Status): (keyof typeof paymentPageLabels)[] {
  if (status.subscriptionStatus !== 'past_due' || status.isDisputed) return [];
  return status.needsConfirmation ? ['due', 'card'] : ['card'];
}

const paymentPageLabels = { due: texts.confirmPayment, card: texts.updatePayment };

/** Runs one action at a time. Each lasts until the status is refetched, or the user returns from Stripe's page. */
function useSubscriptionActions({ onCancelFinished }: { onCancelFinished: () => void }) {
  const handleExpiry = useSessionExpiryHandler('/subscription-management');
  const showFailure = (title: string, error: unknown, chargeNote?: string) => {
    if (handleExpiry(error)) return;
    const message = describeError(error) ?? texts.unknownFailure;
    // Our server's errors already say what was charged.
    const isOurs = error instanceof ApiError && error.code !== undefined;
    toasts.show(buildFailureToast(title, joinSentences(message, isOurs ? undefined : chargeNote)));
  };

  const cancelling = useMutation({
    mutationKey: subscriptionKey,
    mutationFn: (reason: Reason | undefined) => call('billing.cancel', reason ? { reason } : {}),
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
    mutationKey: subscriptionKey,
    mutationFn: () => call('billing.reactivate', {}),
    onSuccess: () => toasts.show({ title: texts.reactivatedTitle, description: texts.reactivated }),
    onError: (error) => showFailure(texts.reactivateFailed, error, texts.onlyOneCharge),
    onSettled: () => queryClient.invalidateQueries(statusQuery),
  });

  const opening = useMutation({
    mutationKey: subscriptionKey,
    mutationFn: (opens: StripePage) => call('billing.portal', { opens }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showFailure(texts.openFailed, error),
  });
  usePageRestored(opening.reset);

  return {
    cancel: (reason: Reason | undefined) =>
      runUnlessPending(subscriptionKey, () => cancelling.mutate(reason)),
    isCancelling: cancelling.isPending,
    reactivate: () => runUnlessPending(subscriptionKey, () => reactivating.mutate()),
    isReactivating: reactivating.isPending,
    openStripePage: (page: StripePage) => runUnlessPending(subscriptionKey, () => opening.mutate(page)),
    openingPage: opening.isPending || opening.isSuccess ? opening.variables : undefined,
  };
}

type StripePage = 'card' | 'invoices' | 'due';

/** A single element for all actions, so that it keeps the focus when the action changes. */
function MainButton({ status, actions, isDialogOpen, onCancel }: MainButtonProps) {
  const { isCancelling, isReactivating, reactivate } = actions;
  const action = chooseAction(status);
  // After the dialog has closed, the status is still loading.
  const isPending =
    action === 'reactivate' ? isReactivating : action === 'cancel' && isCancelling && !isDialogOpen;
  const label = labels[action];
  return (
    <Button
      variant={action === 'cancel' ? 'plain' : 'primary'}
      isDisabled={isPending}
      aria-haspopup={action === 'cancel' ? 'dialog' : undefined}
      onClick={{ upgrade, cancel: onCancel, reactivate }[action]}
      className={`w-full ${action === 'cancel' ? 'text-danger' : ''}`}
    >
      {isPending ? label.pending : label.idle}
    </Button>
  );
}

interface MainButtonProps {
  status: Status;
  actions: ReturnType<typeof useSubscriptionActions>;
  isDialogOpen: boolean;
  onCancel: () => void;
}

function chooseAction({ subscriptionStatus }: Status): keyof typeof labels {
  if (subscriptionStatus === 'free') return 'upgrade';
  return subscriptionStatus === 'canceled' ? 'reactivate' : 'cancel';
}

const labels = {
  upgrade: { idle: texts.upgrade, pending: texts.upgrade },
  cancel: { idle: texts.cancel, pending: texts.cancelling },
  reactivate: { idle: texts.reactivate, pending: texts.reactivating },
};

/** Full page load, because payment pages have a different security policy. */
function upgrade(): void {
  location.assign('/subscription');
}
