import type { ProfileItem, Subscription } from '../tables/users.ts';
import { noSubscription } from './standing.ts';

/** The subscription as it stands now: without one, and after its end, free. */
export function subscriptionOf(
  { subscription }: Pick<ProfileItem, 'subscription'>,
  now = Date.now(),
): Subscription {
  if (!subscription) return noSubscription;
  const hasEnded = subscription.endsAt !== null && Date.parse(subscription.endsAt) <= now;
  return hasEnded && subscription.status === 'canceled' ? noSubscription : subscription;
}
