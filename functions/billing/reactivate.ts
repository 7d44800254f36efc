import { reactivate } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { logSubscriptionChanged } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { listSubscriptions, syncSubscription } from './events/sync.ts';
import { isCollectionPaused, isOngoing, isScheduledToEnd } from './standing.ts';
import { withStripe } from './stripe.ts';

export const handler = endpoint('billing.reactivate', reactivate, async (_input, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw new Conflict(say('subscriptionEnded'), 'uncharged');
  await withStripe(async (stripe) => {
    const ongoing = (await listSubscriptions(stripe, customerId)).filter(({ status }) => isOngoing(status));
    if (ongoing.length === 0) throw new Conflict(say('subscriptionEnded'), 'uncharged');
    for (const each of ongoing) {
      if (isCollectionPaused(each)) await stripe.subscriptions.update(each.id, { pause_collection: '' });
      if (!isScheduledToEnd(each)) continue;
      // Stripe refuses both fields in one call.
      const change = each.cancel_at_period_end
        ? { cancel_at_period_end: false }
        : ({ cancel_at: '' } as const);
      await stripe.subscriptions.update(each.id, change);
    }
  });
  await syncSubscription(caller.userId, customerId);
  logSubscriptionChanged({ requestId: caller.requestId, change: 'reactivated' });
  return {};
});
