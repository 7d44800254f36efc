import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/billing.tsx';
import type { Status } from '../status.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { describeActions, mayHaveInvoices } from './subscription-text.ts';
import { useSubscriptionActions } from './use-subscription-actions.ts';

export function SubscriptionActionsCard({ status }: { status: Status }) {
  const [isConfirming, setConfirming] = useState(false);
  const actions = useSubscriptionActions({ onCancelAnswered: () => setConfirming(false) });
  const { isCancelling, openingPage } = actions;

  return (
    <Card title={texts.subscriptionActions} className="h-full">
      {status.subscriptionStatus === 'past_due' ? (
        <Notice tone="danger">
          <strong className="font-semibold">
            {status.isDisputed ? texts.paymentDisputed : texts.paymentFailed}
          </strong>
          <p>{describeActions(status)}</p>
        </Notice>
      ) : (
        <p className="leading-relaxed text-muted">{describeActions(status)}</p>
      )}
      <div className="mt-5 grid gap-3">
        {status.subscriptionStatus === 'past_due' && !status.isDisputed && (
          <Button
            variant="primary"
            isDisabled={openingPage !== undefined}
            onClick={() => actions.openStripePage('card')}
            className="w-full"
          >
            {openingPage === 'card' ? texts.opening : texts.updatePayment}
          </Button>
        )}
        <MainButton
          status={status}
          actions={actions}
          isConfirming={isConfirming}
          onConfirm={() => setConfirming(true)}
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
      {isConfirming && (
        <CancelDialog
          status={status}
          isPending={isCancelling}
          onCancel={actions.cancel}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}

/** One element for every action, so that it keeps the focus when the action changes. */
function MainButton({ status, actions, isConfirming, onConfirm }: MainButtonProps) {
  const { isCancelling, isReactivating, reactivate } = actions;
  const kind = chooseAction(status);
  // The cancellation has succeeded or failed, and the status is loading.
  const isPending =
    kind === 'reactivate' ? isReactivating : kind === 'cancel' && isCancelling && !isConfirming;
  const label = labels[kind];
  return (
    <Button
      variant={kind === 'cancel' ? 'plain' : 'primary'}
      isDisabled={isPending}
      aria-haspopup={kind === 'cancel' ? 'dialog' : undefined}
      onClick={{ upgrade, cancel: onConfirm, reactivate }[kind]}
      className={`w-full ${kind === 'cancel' ? 'text-danger' : ''}`}
    >
      {isPending ? label.pending : label.idle}
    </Button>
  );
}

interface MainButtonProps {
  status: Status;
  actions: ReturnType<typeof useSubscriptionActions>;
  isConfirming: boolean;
  onConfirm: () => void;
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

/** Full page load, because payment pages have another security policy. */
function upgrade(): void {
  location.assign('/subscription');
}
