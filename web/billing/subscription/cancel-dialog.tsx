import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import * as texts from '../../texts/billing.tsx';
import type { Status } from '../status.ts';
import { formatAccessEnd } from './subscription-text.ts';

export function CancelDialog({ status, isPending, onCancel, onClose }: CancelDialogProps) {
  function close(): void {
    // The request cannot be aborted, and the user must see its result.
    if (!isPending) onClose();
  }

  return (
    <Dialog
      title={texts.cancelTitle}
      onClose={close}
      actions={
        <>
          <Button variant="danger" isDisabled={isPending} onClick={onCancel}>
            {isPending ? texts.cancelling : texts.confirmCancel}
          </Button>
          <Button isDisabled={isPending} onClick={close}>
            {texts.keepSubscription}
          </Button>
        </>
      }
    >
      <p>{describeConsequence()}</p>
      {status.isPremium && (
        <ul className="mt-2 list-disc pl-5">
          {texts.lostFeatures.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-muted">{texts.historyStays}</p>
    </Dialog>
  );

  function describeConsequence(): ReactNode {
    if (status.isDisputed) return texts.disputedEndsNow;
    if (status.subscriptionStatus === 'past_due') {
      return status.isPremium ? `${texts.unpaidEndsNow} ${texts.youLose}` : texts.unpaidEndsNow;
    }
    const end = formatAccessEnd(status);
    if (!end) return texts.loseAtEnd;
    return texts.loseAfter(<strong className="font-semibold">{end}</strong>);
  }
}

interface CancelDialogProps {
  status: Status;
  isPending: boolean;
  onCancel: () => void;
  onClose: () => void;
}
