import type { ProfileItem, Subscription } from './users.ts';

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
