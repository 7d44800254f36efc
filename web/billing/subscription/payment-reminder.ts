import { useEffect } from 'react';
import { remember } from '../../browser/remembered.ts';
import { buildFailureToast, type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/billing.tsx';
import { formatCharge, formatLongDate } from '../format.ts';
import type { Status } from '../status.ts';
import { describeStatus, namePaymentProblem } from './subscription-text.ts';

/** Says once a session that a payment failed or is disputed, or that a trial ends soon. Shows nothing itself. */
export function PaymentReminder({ status }: { status: Status }): null {
  useEffect(() => {
    if (hasReminded.read()) return;
    hasReminded.write(true);
    toasts.show({
      ...describeReminder(status),
      action: {
        label: chooseLabel(status),
        // Full page load, because payment pages have a different security policy.
        onPress: () => location.assign('/subscription-management'),
      },
    });
  }, [status]);
  return null;
}

function describeReminder(status: Status): ToastToShow {
  const { subscriptionStatus, trialEndsAt, nextCharge } = status;
  if (subscriptionStatus === 'past_due')
    return buildFailureToast(namePaymentProblem(status), describeStatus(status));
  const amount = nextCharge ? formatCharge(nextCharge) : undefined;
  return {
    title: texts.trialEndsSoon,
    description: texts.trialEndsOn(formatLongDate(trialEndsAt ?? ''), amount),
    duration: 'long',
  };
}

function chooseLabel({ subscriptionStatus, isDisputed, needsConfirmation }: Status): string {
  if (isDisputed || subscriptionStatus === 'trialing') return texts.manageSubscription;
  return needsConfirmation ? texts.confirmPayment : texts.updatePayment;
}

const hasReminded = remember('parley.payment-reminded', (stored) => stored === true);
