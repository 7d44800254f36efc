import { dayMs } from '../../shared/dates.ts';
import type { ProfileItem, Subscription } from './users.ts';

/**
 * A cancelled subscription ends on time. One that counts as paid ends if Stripe has said nothing for 14 days after its
 * date. Stripe may try a card that is past due for longer.
 */
export function getSubscription(
  { subscription }: Pick<ProfileItem, 'subscription'>,
  now = Date.now(),
): Subscription {
  if (!subscription) return noSubscription;
  const { endsAt, status } = subscription;
  if (endsAt === null || status === 'past_due') return subscription;
  const graceMs = status === 'canceled' ? 0 : silenceMs;
  const hasEnded = Date.parse(endsAt) + graceMs <= now;
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
