import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Subscription } from '../account/objects.ts';
import { stopCollecting, voidOpenInvoices } from './invoice.ts';

/** Ends a subscription now. Its open invoices stay, but Stripe stops collecting them. Nothing is refunded. */
export function cancelNow(
  account: Account,
  subscription: Subscription,
  details?: Subscription['cancellation_details'],
): void {
  if (subscription.status === 'incomplete') voidOpenInvoices(account, subscription);
  stopCollecting(account, subscription);
  const now = account.now();
  const isEarly = subscription.cancel_at !== null && subscription.cancel_at > now;
  account.change('subscription', subscription, {
    ...(isEarly && { cancel_at: null, cancel_at_period_end: false }),
    status: 'canceled',
    ended_at: now,
    pending_update: null,
    ...(details && { cancellation_details: details }),
  });
  emit(account, 'customer.subscription.deleted', subscription);
}

/** @param at the period's end, or seconds since 1970 */
export function scheduleEnd(subscription: Subscription, at: number | 'period_end'): Partial<Subscription> {
  return {
    cancel_at: at === 'period_end' ? subscription.items.data[0].current_period_end : at,
    cancel_at_period_end: at === 'period_end',
  };
}

export const noScheduledEnd = { cancel_at: null, cancel_at_period_end: false };
