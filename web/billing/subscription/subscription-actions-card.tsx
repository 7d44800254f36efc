import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import type { Status } from '../status.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { actionText, mayHaveInvoices } from './subscription-text.ts';
import { useSubscriptionActions } from './use-subscription-actions.ts';

export function SubscriptionActionsCard({ status }: { status: Status }) {
  const [isAsking, setAsking] = useState(false);
  const actions = useSubscriptionActions({ onCancelAnswered: () => setAsking(false) });
  const { isCancelling, leavingFor } = actions;

  return (
    <Card title="Subscription Actions" className="h-full">
      {status.subscriptionStatus === 'past_due' ? (
        <Notice tone="danger">
          <strong className="font-semibold">
            {status.isDisputed ? 'Payment Disputed' : 'Payment Failed'}
          </strong>
          <p>{actionText(status)}</p>
        </Notice>
      ) : (
        <p className="leading-relaxed text-muted">{actionText(status)}</p>
      )}
      <div className="mt-5 grid gap-3">
        {status.subscriptionStatus === 'past_due' && !status.isDisputed && (
          <Button
            look="primary"
            isDisabled={leavingFor !== undefined}
            onClick={() => actions.leaveFor('card')}
            className="w-full"
          >
            {leavingFor === 'card' ? 'Opening…' : 'Update Payment'}
          </Button>
        )}
        <MainButton status={status} actions={actions} isAsking={isAsking} onAsk={() => setAsking(true)} />
        {mayHaveInvoices(status) && (
          <Button
            isDisabled={leavingFor !== undefined}
            onClick={() => actions.leaveFor('invoices')}
            className="w-full"
          >
            {leavingFor === 'invoices' ? 'Opening…' : 'Payment method and invoices'}
          </Button>
        )}
      </div>
      <CancelDialog
        status={status}
        isOpen={isAsking}
        isPending={isCancelling}
        onCancel={actions.cancel}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}

/** One element for every action, so that it keeps the focus when the action changes. */
function MainButton({ status, actions, isAsking, onAsk }: MainButtonProps) {
  const { isCancelling, isReactivating, reactivate } = actions;
  const kind = kindOf(status);
  // The cancellation is answered, and the status is loading.
  const isPending = kind === 'reactivate' ? isReactivating : kind === 'cancel' && isCancelling && !isAsking;
  const label = labels[kind];
  return (
    <Button
      look={kind === 'cancel' ? 'plain' : 'primary'}
      isDisabled={isPending}
      aria-haspopup={kind === 'cancel' ? 'dialog' : undefined}
      onClick={{ upgrade, cancel: onAsk, reactivate }[kind]}
      className={`w-full ${kind === 'cancel' ? 'text-danger' : ''}`}
    >
      {isPending ? label.pending : label.idle}
    </Button>
  );
}

interface MainButtonProps {
  status: Status;
  actions: ReturnType<typeof useSubscriptionActions>;
  isAsking: boolean;
  onAsk: () => void;
}

function kindOf({ subscriptionStatus }: Status): keyof typeof labels {
  if (subscriptionStatus === 'free') return 'upgrade';
  return subscriptionStatus === 'canceled' ? 'reactivate' : 'cancel';
}

const labels = {
  upgrade: { idle: 'Upgrade Now', pending: 'Upgrade Now' },
  cancel: { idle: 'Cancel Subscription', pending: 'Cancelling…' },
  reactivate: { idle: 'Reactivate', pending: 'Reactivating…' },
};

/** Loads a document, because payment pages have another security policy. */
function upgrade(): void {
  location.assign('/subscription');
}
