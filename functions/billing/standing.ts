import { isPlanId } from '../../shared/plans.ts';
import { noSubscription } from '../tables/subscription.ts';
import type { Subscription } from '../tables/users.ts';

export interface StripeFacts {
  readonly id: string;
  /** Stripe's own word. */
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: number | null;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
  readonly hasCard: boolean;
  readonly hasPaid: boolean;
  readonly isDisputed: boolean;
  /** Null if the price is not ours. */
  readonly plan: string | null;
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * | Stripe | here | Premium |
 * |---|---|---|
 * | trialing, active | the same | yes; trialing only with a card |
 * | either, with a cancellation scheduled in either form | canceled | until it ends |
 * | any of these while a payment is disputed | past_due | no |
 * | past_due | past_due | if an invoice above zero was ever paid |
 * | unpaid, paused | past_due | no |
 * | incomplete, incomplete_expired, canceled, anything unknown | free | no |
 */
export function assessSubscription(facts: StripeFacts): Subscription {
  const standing = assessStatus(facts);
  if (standing.status === 'free') return { ...standing, plan: null, trialEndsAt: null, endsAt: null };
  const isTrial = facts.status === 'trialing';
  const isCharged = standing.status === 'trialing' || standing.status === 'active';
  const periodEnd = isTrial ? (facts.trialEnd ?? facts.periodEnd) : facts.periodEnd;
  return {
    ...standing,
    plan: facts.plan,
    trialEndsAt: isTrial ? toIso(periodEnd) : null,
    endsAt: toIso(isScheduledToEnd(facts) ? facts.cancelAt || periodEnd : periodEnd),
    stripeId: facts.id,
    ...(facts.isDisputed && { isDisputed: true }),
    ...(isCharged && {
      nextCharge: { at: toIso(periodEnd), amountCents: facts.amountCents, currency: facts.currency },
    }),
  };
}

export function pickBest(standings: readonly Subscription[]): Subscription {
  return standings.reduce((best, each) => (rank(each) > rank(best) ? each : best), noSubscription);
}

export function isKnownStatus(status: string): boolean {
  return Object.hasOwn(knownStatuses, status);
}

/** A Stripe subscription shows a cancellation in one of two fields. */
export function getCancellation(subscription: {
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
}): Cancellation {
  return { cancelAt: subscription.cancel_at, cancelAtPeriodEnd: subscription.cancel_at_period_end };
}

export function isScheduledToEnd({ cancelAtPeriodEnd, cancelAt }: Cancellation): boolean {
  return cancelAtPeriodEnd || Boolean(cancelAt);
}

export function isOngoing(status: string): boolean {
  return knownStatuses[status as KnownStatus] === 'ongoing';
}

/** Stripe may charge it at any time. */
export function isDue(status: string): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused';
}

/** A price's lookup key names the plan; replaced prices keep it in their metadata. */
export function findPlan(price: {
  lookup_key: string | null;
  metadata: Record<string, string>;
}): string | null {
  const word = price.lookup_key ?? price.metadata.plan ?? '';
  return isPlanId(word) ? word : null;
}

const knownStatuses = {
  trialing: 'ongoing',
  active: 'ongoing',
  past_due: 'ongoing',
  unpaid: 'ongoing',
  paused: 'ongoing',
  incomplete: 'not-started',
  incomplete_expired: 'ended',
  canceled: 'ended',
} as const;

function assessStatus(facts: StripeFacts): Pick<Subscription, 'status' | 'isPremium'> {
  if (facts.isDisputed && isOngoing(facts.status)) return { status: 'past_due', isPremium: false };
  switch (facts.status) {
    case 'trialing':
    case 'active': {
      // Stripe starts trials without a card; here a trial needs one.
      if (facts.status === 'trialing' && !facts.hasCard) return noSubscription;
      return { status: isScheduledToEnd(facts) ? 'canceled' : facts.status, isPremium: true };
    }
    case 'past_due':
      return { status: 'past_due', isPremium: facts.hasPaid };
    case 'unpaid':
    case 'paused':
      return { status: 'past_due', isPremium: false };
    default:
      return { status: 'free', isPremium: false };
  }
}

function rank({ status, isPremium }: Subscription): number {
  return (isPremium ? 10 : 0) + ['free', 'past_due', 'canceled', 'trialing', 'active'].indexOf(status);
}

export function toIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

type Cancellation = Pick<StripeFacts, 'cancelAtPeriodEnd' | 'cancelAt'>;
type KnownStatus = keyof typeof knownStatuses;
