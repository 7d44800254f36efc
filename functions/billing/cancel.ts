import type Stripe from 'stripe';
import { cancel } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { subscriptionChanged } from '../telemetry/events.ts';
import { endUnpaid } from './events/endings.ts';
import { isDisputed, subscriptionsOf, syncSubscription } from './events/sync.ts';
import { cancellationOf, isDue, isLive, isScheduledToEnd } from './standing.ts';
import { withStripe } from './stripe.ts';

/** Lets the subscription end with the period that is paid for, or with the trial; now where its payment is due. */
export const handler = endpoint('billing.cancel', cancel, async (_input, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw nothing();
  const live = await withStripe(async (stripe) => {
    const found = (await subscriptionsOf(stripe, customerId)).filter(({ status }) => isLive(status));
    for (const each of found) {
      if (endsNow(each)) await endUnpaid(stripe, each.id);
      else if (!isScheduledToEnd(cancellationOf(each))) {
        await stripe.subscriptions.update(each.id, { cancel_at_period_end: true });
      }
    }
    return found;
  });
  if (live.length === 0) throw nothing();
  await syncSubscription(caller.userId, customerId);
  subscriptionChanged({ requestId: caller.requestId, change: 'cancelled' });
  return { isEnded: live.every(endsNow) };
});

/** While it is not paid for, or a payment of it is disputed. */
function endsNow(subscription: Stripe.Subscription): boolean {
  return isDue(subscription.status) || isDisputed(subscription);
}

function nothing(): Conflict {
  return new Conflict(
    'There is no subscription to cancel.',
    'never',
    'Reload the page to see how it stands.',
  );
}
