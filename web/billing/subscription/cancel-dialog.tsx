import { type ReactNode, useId, useState } from 'react';
import { cancellationReasons } from '../../../shared/plans.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/billing.tsx';
import type { Status } from '../status.ts';
import { formatAccessEnd } from './subscription-text.ts';

export type Reason = (typeof cancellationReasons)[number];

export function CancelDialog({ status, isPending, onCancel, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState<Reason>();

  function close(): void {
    // The request cannot be aborted, and the user must see its result.
    if (!isPending) onClose();
  }

  return (
    <Dialog
      title={texts.cancelTitle}
      isQuestion
      onClose={close}
      actions={
        <>
          <Button variant="danger" isDisabled={isPending} onClick={() => onCancel(reason)}>
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
        <ul className="mt-2 list-disc ps-5">
          {texts.lostFeatures.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-muted">{texts.historyStays}</p>
      <ReasonField reason={reason} onChange={setReason} />
    </Dialog>
  );

  function describeConsequence(): ReactNode {
    if (status.isDisputed) return texts.disputedEndsNow;
    if (status.subscriptionStatus === 'past_due') {
      return joinSentences(texts.unpaidEndsNow, status.isPremium ? texts.youLose : undefined);
    }
    const end = formatAccessEnd(status);
    if (!end) return texts.loseAtEnd;
    return texts.loseAfter(end, { date: (date) => <strong className="font-semibold">{date}</strong> });
  }
}

interface CancelDialogProps {
  status: Status;
  isPending: boolean;
  onCancel: (reason: Reason | undefined) => void;
  onClose: () => void;
}

function ReasonField({ reason, onChange }: ReasonFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mt-4 block text-sm text-muted">
        {texts.reasonLabel}
      </label>
      <select
        id={id}
        value={reason ?? ''}
        onChange={({ target }) => onChange(cancellationReasons.find((each) => each === target.value))}
        className="mt-1 min-h-12 w-full rounded-control border border-edge bg-surface px-3"
      >
        <option value="">{texts.noReason}</option>
        {cancellationReasons.map((each) => (
          <option key={each} value={each}>
            {texts.reasons[each]}
          </option>
        ))}
      </select>
    </>
  );
}

interface ReasonFieldProps {
  reason: Reason | undefined;
  onChange: (reason: Reason | undefined) => void;
}
