import { cancel } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import { subscriptionChanged } from '../events.ts';
import { cancellationOf, isLive, isScheduledToEnd } from './standing.ts';
import { withStripe } from './stripe.ts';
import { subscriptionsOf, syncSubscription } from './sync.ts';

/** Lets the subscription end with the period that is paid for, or with the trial. */
export const handler = endpoint('billing.cancel', cancel, async (_input, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw nothing();
  await withStripe(async (stripe) => {
    const live = (await subscriptionsOf(stripe, customerId)).filter(({ status }) => isLive(status));
    if (live.length === 0) throw nothing();
    for (const each of live) {
      if (isScheduledToEnd(cancellationOf(each))) continue;
      await stripe.subscriptions.update(each.id, { cancel_at_period_end: true });
    }
  });
  await syncSubscription(caller.userId, customerId);
  subscriptionChanged({ requestId: caller.requestId, change: 'cancelled' });
  return {};
});

function nothing(): Conflict {
  return new Conflict(
    'There is no subscription to cancel.',
    'never',
    'Reload the page to see how it stands.',
  );
}
