import { dayMs } from '../../shared/dates.ts';
import type { ProfileItem, Subscription } from './users.ts';

/** A cancelled subscription ends on time. Any other ends if Stripe has said nothing for 14 days after its date. */
export function getSubscription(
  { subscription }: Pick<ProfileItem, 'subscription'>,
  now = Date.now(),
): Subscription {
  if (!subscription) return noSubscription;
  const { endsAt, status } = subscription;
  const graceMs = status === 'canceled' ? 0 : silenceMs;
  const hasEnded = endsAt !== null && Date.parse(endsAt) + graceMs <= now;
  return hasEnded ? noSubscription : subscription;
}

/** Longer than any outage of events and of the nightly comparison that nobody notices. */
const silenceMs = 14 * dayMs;

export const noSubscription: Subscription = {
  status: 'free',
  isPremium: false,
  plan: null,
  trialEndsAt: null,
  endsAt: null,
};
