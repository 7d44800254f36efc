import type Stripe from 'stripe';
import { isPlanId } from '../../shared/plans.ts';
import { noSubscription } from '../tables/subscription.ts';
import type { Subscription } from '../tables/users.ts';

/**
 * | Stripe | here | Premium |
 * |---|---|---|
 * | trialing with a card, active | the same | yes |
 * | either of these, if scheduled to end | canceled | until it ends |
 * | either of these, if the owner paused collection | canceled | until the paid period ends, then free |
 * | past_due, if the owner paused collection | free | no: the paid period is over |
 * | any ongoing status, while a payment is disputed | past_due | no |
 * | past_due | past_due | if an invoice above zero was ever paid |
 * | unpaid, paused | past_due | no |
 * | trialing without a card, incomplete, incomplete_expired, canceled, anything unknown | free | no |
 *
 * @param subscription with its customer and its latest invoice expanded
 * @returns without the amount of the next charge, which only Stripe knows
 */
export function assessSubscription(subscription: Stripe.Subscription, payments: Payments): Subscription {
  const standing = assessStatus(subscription, payments);
  if (standing.status === 'free') return { ...standing, plan: null, trialEndsAt: null, endsAt: null };
  const [item] = subscription.items.data;
  const isTrial = subscription.status === 'trialing';
  const isRenewing = standing.status === 'trialing' || standing.status === 'active';
  const periodEnd = (isTrial ? subscription.trial_end : null) ?? item?.current_period_end ?? 0;
  const priceCents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  return {
    ...standing,
    plan: item ? findPlan(item.price) : null,
    trialEndsAt: isTrial ? toIso(periodEnd) : null,
    endsAt: toIso(isScheduledToEnd(subscription) ? subscription.cancel_at || periodEnd : periodEnd),
    stripeId: subscription.id,
    ...(isDisputed(subscription)
      ? { isDisputed: true }
      : standing.status === 'past_due' && describeDebt(subscription, payments)),
    ...(isRenewing && {
      nextCharge: { at: toIso(periodEnd), priceCents, amountCents: null, currency: subscription.currency },
    }),
  };
}

/** The latest invoice is the one that a new card pays. Earlier ones may be for periods without Premium. */
function describeDebt(
  { latest_invoice: invoice }: Stripe.Subscription,
  { needsConfirmation }: Payments,
): Pick<Subscription, 'due' | 'needsConfirmation'> {
  const isOpen = typeof invoice === 'object' && (invoice?.status === 'open' || invoice?.status === 'draft');
  return {
    ...(isOpen && { due: { amountCents: invoice.amount_remaining, currency: invoice.currency } }),
    ...(needsConfirmation && { needsConfirmation }),
  };
}

/** Facts about payments that are not in Stripe's subscription. */
export interface Payments {
  /** An invoice above zero. */
  readonly hasPaid: boolean;
  /** The bank wants the cardholder to confirm the payment that is due. */
  readonly needsConfirmation: boolean;
  /** The latest invoice. Read only while collection is paused. */
  readonly hasPaidPeriod: boolean;
}

export const noPayments: Payments = { hasPaid: false, needsConfirmation: false, hasPaidPeriod: false };

export function pickBest(standings: readonly Subscription[]): Subscription {
  return standings.reduce((best, each) => (rank(each) > rank(best) ? each : best), noSubscription);
}

export function isKnownStatus(status: string): boolean {
  return Object.hasOwn(knownStatuses, status);
}

/** Either field can carry a scheduled cancellation. Without one, `cancel_at` may be 0 or null. */
export function isScheduledToEnd({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean {
  return cancel_at_period_end || Boolean(cancel_at);
}

/** Stripe charges the subscription's card, else the customer's. @param subscription with its customer expanded */
export function hasCard({ default_payment_method, customer }: Stripe.Subscription): boolean {
  if (default_payment_method) return true;
  const isPresent = typeof customer !== 'string' && !customer.deleted;
  return isPresent && Boolean(customer.invoice_settings.default_payment_method);
}

/** Marked by `payments.ts`; Stripe's status stays the same. */
export function isDisputed({ metadata }: Stripe.Subscription): boolean {
  return Boolean(metadata.dispute);
}

/**
 * The owner paused it in Stripe's dashboard. Stripe's status stays, and unpaid periods follow:
 * https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export function isCollectionPaused(subscription: Stripe.Subscription): boolean {
  const { status, pause_collection } = subscription;
  const isRunning = status === 'active' || status === 'trialing' || status === 'past_due';
  return isRunning && Boolean(pause_collection) && !isDisputed(subscription);
}

export function isOngoing(status: string): boolean {
  return knownStatuses[status as KnownStatus] === 'ongoing';
}

/** A payment is outstanding, or (`paused`) the trial ended without a card. */
export function isDue(status: string): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused';
}

/** A price's lookup key names the plan; replaced prices keep it in their metadata. */
export function findPlan({
  lookup_key,
  metadata,
}: Pick<Stripe.Price, 'lookup_key' | 'metadata'>): string | null {
  const planId = lookup_key ?? metadata.plan ?? '';
  return isPlanId(planId) ? planId : null;
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

function assessStatus(
  subscription: Stripe.Subscription,
  { hasPaid, hasPaidPeriod }: Payments,
): Pick<Subscription, 'status' | 'isPremium'> {
  const { status } = subscription;
  if (isDisputed(subscription) && isOngoing(status)) return { status: 'past_due', isPremium: false };
  if (isCollectionPaused(subscription) && !hasPaidPeriod) return noSubscription;
  switch (status) {
    case 'trialing':
      // Stripe starts trials without a card; here a trial needs one.
      if (!hasCard(subscription)) return noSubscription;
      return { status: isEnding(subscription) ? 'canceled' : 'trialing', isPremium: true };
    case 'active':
      return { status: isEnding(subscription) ? 'canceled' : 'active', isPremium: true };
    case 'past_due':
      return { status: 'past_due', isPremium: hasPaid };
    case 'unpaid':
    case 'paused':
      return { status: 'past_due', isPremium: false };
    default:
      return { status: 'free', isPremium: false };
  }
}

function isEnding(subscription: Stripe.Subscription): boolean {
  return isScheduledToEnd(subscription) || isCollectionPaused(subscription);
}

function rank({ status, isPremium }: Subscription): number {
  return (isPremium ? 10 : 0) + ['free', 'past_due', 'canceled', 'trialing', 'active'].indexOf(status);
}

export function toIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

type KnownStatus = keyof typeof knownStatuses;
