import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import type { Status } from '../status.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { actionText, mayHaveInvoices } from './subscription-text.ts';
import { useSubscriptionActions } from './use-subscription-actions.ts';

/** What somebody can do about their subscription. */
export function SubscriptionActionsCard({ status }: { status: Status }) {
  const [isAsking, setAsking] = useState(false);
  const actions = useSubscriptionActions({ onCancelAnswered: () => setAsking(false) });
  const { isCancelling, isReactivating, leavingFor } = actions;
  const { label, look, onPress, isPending = false } = mainAction();
  const opensDialog = onPress === ask;

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
        {/* One element whatever it does, so that it still has the focus when it has become another. */}
        <Button
          look={look}
          isDisabled={isPending}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          onClick={onPress}
          className={`w-full ${opensDialog ? 'text-danger' : ''}`}
        >
          {label}
        </Button>
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

  function mainAction(): MainAction {
    switch (status.subscriptionStatus) {
      case 'free':
        return { label: 'Upgrade Now', look: 'primary', onPress: upgrade };
      case 'trialing':
      case 'active':
      case 'past_due':
        // It is answered, and the status is on its way.
        if (isCancelling && !isAsking)
          return { label: 'Cancelling…', look: 'plain', onPress: ask, isPending: true };
        return { label: 'Cancel Subscription', look: 'plain', onPress: ask };
      case 'canceled':
        return {
          label: isReactivating ? 'Reactivating…' : 'Reactivate',
          look: 'primary',
          onPress: actions.reactivate,
          isPending: isReactivating,
        };
    }
  }

  function ask(): void {
    setAsking(true);
  }
}

/** The one thing to do as things are. */
interface MainAction {
  readonly label: string;
  readonly look: 'primary' | 'plain';
  readonly onPress: () => void;
  readonly isPending?: boolean;
}

/** A document of its own, as everywhere: the pages of payments have another security policy. */
function upgrade(): void {
  location.assign('/subscription');
}
