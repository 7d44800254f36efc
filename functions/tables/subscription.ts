import type { ProfileItem, Subscription } from './users.ts';

/** The subscription at this moment: free without one, and after a cancelled one has ended. */
export function getSubscription(
  { subscription }: Pick<ProfileItem, 'subscription'>,
  now = Date.now(),
): Subscription {
  if (!subscription) return noSubscription;
  const hasEnded = subscription.endsAt !== null && Date.parse(subscription.endsAt) <= now;
  return hasEnded && subscription.status === 'canceled' ? noSubscription : subscription;
}

export const noSubscription: Subscription = {
  status: 'free',
  isPremium: false,
  plan: null,
  trialEndsAt: null,
  endsAt: null,
};
