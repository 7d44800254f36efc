import { status } from '../../shared/api/billing.schema.ts';
import type { Output } from '../../shared/api/contract.ts';
import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { countersOf, nextDay, readCounters, translationsUsed } from '../usage-table.ts';
import { noSubscription, subscriptionOf } from './subscription.ts';

/** What the caller may still do. */
export const handler = endpoint('billing.status', status, async (_input, caller) => ({
  ...subscriptionFields(caller),
  ...(await allowanceFields(caller)),
  isGuest: caller.kind === 'guest',
}));

function subscriptionFields(caller: Guest | User) {
  const subscription = caller.kind === 'guest' ? noSubscription : subscriptionOf(caller.profile);
  return {
    subscriptionStatus: subscription.status,
    isPremium: subscription.isPremium,
    subscriptionPlan: subscription.plan,
    trialEndsAt: subscription.trialEndsAt,
    subscriptionEndsAt: subscription.endsAt,
    trialAvailable: caller.kind === 'guest' || caller.profile.subscription === undefined,
  };
}

async function allowanceFields(caller: Guest | User): Promise<AllowanceFields> {
  // Premium's translations are not counted.
  if (caller.kind === 'premium') {
    return { translationsUsed: 0, translationsRemaining: null, limit: null, resetsAt: null };
  }
  const now = Date.now();
  const used = translationsUsed(await readCounters(countersOf(caller, now)), now);
  const limit = limits.translations[caller.kind];
  return {
    translationsUsed: used,
    translationsRemaining: Math.max(0, limit - used),
    limit,
    resetsAt: caller.kind === 'guest' ? null : new Date(nextDay(now)).toISOString(),
  };
}

type AllowanceFields = Pick<
  Output<'billing.status'>,
  'translationsUsed' | 'translationsRemaining' | 'limit' | 'resetsAt'
>;
