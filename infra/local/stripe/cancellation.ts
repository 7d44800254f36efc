import type Stripe from 'stripe';
import type { Account } from './account.ts';
import type { Subscription } from './billing-objects.ts';
import { stopCollecting, voidFirstInvoice } from './invoice.ts';

type Details = Partial<Stripe.Subscription.CancellationDetails>;

/**
 * Ends a subscription at once. What it owes stays owed and is charged no more; nothing is given back. Of one that was
 * scheduled to end, `canceled_at` stays the time at which that was asked for.
 */
export function cancelNow(account: Account, subscription: Subscription, details: Details = {}): void {
  if (subscription.status === 'incomplete') voidFirstInvoice(account, subscription);
  stopCollecting(account, subscription);
  const now = account.now();
  const isEarly = subscription.cancel_at !== null && subscription.cancel_at > now;
  Object.assign(subscription, {
    ...(isEarly && { cancel_at: null, cancel_at_period_end: false }),
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...noDetails, ...subscription.cancellation_details, ...details },
  });
  account.save('subscription', subscription);
  account.emit('customer.subscription.deleted', subscription);
}

/** What becomes of a subscription that shall end later, at its period's end or at `at`, in seconds since 1970. */
export function endsAt(
  account: Account,
  subscription: Subscription,
  at: number | 'period_end',
  details: Details,
) {
  return {
    cancel_at: at === 'period_end' ? subscription.items.data[0].current_period_end : at,
    cancel_at_period_end: at === 'period_end',
    canceled_at: account.now(),
    cancellation_details: { ...noDetails, ...details, reason: 'cancellation_requested' },
  } as const;
}

/** What becomes of one that shall go on. */
export const goesOn = {
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
} as const satisfies Partial<Subscription>;

const noDetails = goesOn.cancellation_details;
