import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import type { Status } from '../status.ts';
import { formatAccessEnd, lostFeatures } from './subscription-text.ts';

export function CancelDialog({ status, isPending, onCancel, onClose }: CancelDialogProps) {
  const end = formatAccessEnd(status);

  function close(): void {
    // A cancellation cannot be stopped, and its result must be seen.
    if (!isPending) onClose();
  }

  return (
    <Dialog
      title="Cancel your subscription?"
      onClose={close}
      actions={
        <>
          <Button variant="danger" isDisabled={isPending} onClick={onCancel}>
            {isPending ? 'Cancelling…' : 'Yes, Cancel'}
          </Button>
          <Button isDisabled={isPending} onClick={close}>
            Keep Subscription
          </Button>
        </>
      }
    >
      <p>{describeConsequence()}</p>
      {status.isPremium && (
        <ul className="mt-2 list-disc pl-5">
          {lostFeatures.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-muted">Your existing history stays available. New translations aren’t added.</p>
    </Dialog>
  );

  function describeConsequence(): ReactNode {
    if (status.isDisputed) return 'Your subscription ends now. We won’t charge you again.';
    if (status.subscriptionStatus === 'past_due') {
      return `Your subscription ends now, and you don’t have to pay the outstanding amount.${status.isPremium ? ' You lose:' : ''}`;
    }
    if (!end) return 'When your access ends you lose:';
    return (
      <>
        You keep access until <strong className="font-semibold">{end}</strong>. Then you lose:
      </>
    );
  }
}

interface CancelDialogProps {
  status: Status;
  isPending: boolean;
  onCancel: () => void;
  onClose: () => void;
}
