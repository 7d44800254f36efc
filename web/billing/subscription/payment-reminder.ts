import { useEffect } from 'react';
import { remember } from '../../browser/remembered.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/billing.tsx';
import type { Status } from '../status.ts';
import { describeStatus, namePaymentProblem } from './subscription-text.ts';

/** Says once a session that a payment failed or is disputed. Shows nothing itself. */
export function PaymentReminder({ status }: { status: Status }): null {
  useEffect(() => {
    if (hasReminded.read()) return;
    hasReminded.write(true);
    toasts.show({
      ...buildFailureToast(namePaymentProblem(status), describeStatus(status)),
      action: {
        label: chooseLabel(status),
        // Full page load, because payment pages have a different security policy.
        onPress: () => location.assign('/subscription-management'),
      },
    });
  }, [status]);
  return null;
}

function chooseLabel({ isDisputed, needsConfirmation }: Status): string {
  if (isDisputed) return texts.manageSubscription;
  return needsConfirmation ? texts.confirmPayment : texts.updatePayment;
}

const hasReminded = remember('parley.payment-reminded', (stored) => stored === true);
