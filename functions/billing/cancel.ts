import type Stripe from 'stripe';
import { cancel } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { logSubscriptionChanged } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { endSubscriptionAndVoidInvoices, voidOpenInvoices } from './events/endings.ts';
import { listSubscriptions, syncSubscription } from './events/sync.ts';
import { isDisputed, isDue, isOngoing, isScheduledToEnd } from './standing.ts';
import { withStripe } from './stripe.ts';

/** Cancels at the end of the paid period or the trial; at once if a payment is due or disputed. */
export const handler = endpoint('billing.cancel', cancel, async ({ reason }, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw new Conflict(say('nothingToCancel'), 'willNotBeCharged');
  const details = reason && { cancellation_details: { feedback: reason } };
  const ongoing = await withStripe(async (stripe) => {
    const found = (await listSubscriptions(stripe, customerId)).filter(({ status }) => isOngoing(status));
    for (const each of found) {
      if (isEndingNow(each)) await endSubscriptionAndVoidInvoices(stripe, each.id, details);
      else if (!isScheduledToEnd(each)) {
        await stripe.subscriptions.update(each.id, { cancel_at_period_end: true, ...details });
      }
      if (each.pending_update) await voidOpenInvoices(stripe, each.id);
    }
    return found;
  });
  if (ongoing.length === 0) throw new Conflict(say('nothingToCancel'), 'willNotBeCharged');
  await syncSubscription(caller.userId, customerId);
  logSubscriptionChanged({ requestId: caller.requestId, change: 'cancelled' });
  return { isEnded: ongoing.every(isEndingNow) };
});

function isEndingNow(subscription: Stripe.Subscription): boolean {
  return isDue(subscription.status) || isDisputed(subscription);
}
