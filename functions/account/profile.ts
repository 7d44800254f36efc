import { hasEmailUsedTrial } from '../billing/purchase/trials.ts';
import type { User } from '../request/caller.ts';
import { getSubscription } from '../tables/subscription.ts';

export function exportProfile({ userId, profile }: User) {
  const { email, firstName, lastName, createdAt, revokedSessions = {}, outbox = {} } = profile;
  return {
    id: userId,
    email,
    firstName,
    lastName,
    createdAt,
    subscriptionStatus: getSubscription(profile).status,
    signedOutSessions: Object.entries(revokedSessions).map(([id, until]) => ({
      id,
      keptUntil: new Date(until * 1_000).toISOString(),
    })),
    uncountedEvents: Object.entries(outbox).map(([event, at]) => ({ event, at })),
  };
}

export async function exportBilling({ profile }: User) {
  const { customerId, formerCustomerId, subscription, purchase, trialSetupIntentId } = profile;
  return {
    stripeCustomer: customerId ?? null,
    formerStripeCustomer: formerCustomerId ?? null,
    subscription: subscription ?? null,
    purchase: purchase ?? null,
    trial: {
      begunBy: trialSetupIntentId ?? null,
      isEmailRemembered: await hasEmailUsedTrial(profile),
      // A user's trial is recorded after the card's.
      isCardRemembered: trialSetupIntentId !== undefined,
    },
  };
}
