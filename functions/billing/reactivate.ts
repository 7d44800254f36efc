import { reactivate } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { subscriptionChanged } from '../telemetry/events.ts';
import { subscriptionsOf, syncSubscription } from './events/sync.ts';
import { cancellationOf, isLive, isScheduledToEnd } from './standing.ts';
import { withStripe } from './stripe.ts';

/** Takes a cancellation back before it has come into force. */
export const handler = endpoint('billing.reactivate', reactivate, async (_input, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw nothing();
  await withStripe(async (stripe) => {
    const live = (await subscriptionsOf(stripe, customerId)).filter(({ status }) => isLive(status));
    if (live.length === 0) throw nothing();
    for (const each of live) {
      if (!isScheduledToEnd(cancellationOf(each))) continue;
      // Stripe refuses both at once.
      const change = each.cancel_at_period_end
        ? { cancel_at_period_end: false }
        : ({ cancel_at: '' } as const);
      await stripe.subscriptions.update(each.id, change);
    }
  });
  await syncSubscription(caller.userId, customerId);
  subscriptionChanged({ requestId: caller.requestId, change: 'reactivated' });
  return {};
});

function nothing(): Conflict {
  return new Conflict('Your subscription has ended.', 'uncharged', 'Subscribe again to have Premium back.');
}
