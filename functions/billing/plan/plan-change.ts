import type Stripe from 'stripe';
import type { PlanId } from '../../../shared/plans.ts';
import { Conflict } from '../../errors.ts';
import { getSubscription } from '../../tables/subscription.ts';
import type { ProfileItem } from '../../tables/users.ts';
import { say } from '../../texts.ts';
import { assessSubscription, noPayments, toIso } from '../standing.ts';
import { ignoreMissing, isInvalid } from '../stripe.ts';
import { findPrice } from './price.ts';

export interface PlanChange {
  readonly subscriptionId: string;
  readonly itemId: string;
  readonly price: Stripe.Price;
  /** The trial goes on, and nothing is charged before it ends. */
  readonly isTrial: boolean;
  readonly isCurrent: boolean;
}

/** Only what renews can change: reactivate or pay first. @throws Conflict */
export async function findChange(stripe: Stripe, profile: ProfileItem, plan: PlanId): Promise<PlanChange> {
  const { stripeId } = getSubscription(profile);
  if (!stripeId) throw new Conflict(say('planUnchangeable'), 'uncharged');
  const [subscription, price] = await Promise.all([
    ignoreMissing(stripe.subscriptions.retrieve(stripeId, { expand: ['customer'] })),
    findPrice(stripe, plan),
  ]);
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) throw new Conflict(say('planUnchangeable'), 'uncharged');
  const { status, plan: current } = assessSubscription(subscription, noPayments);
  if (status !== 'active' && status !== 'trialing') throw new Conflict(say('planUnchangeable'), 'uncharged');
  return {
    subscriptionId: subscription.id,
    itemId: item.id,
    price,
    isTrial: status === 'trialing',
    isCurrent: current === plan,
  };
}

/** A preview of Stripe's charges. Amounts are in the currency's smallest unit. */
interface Offer {
  /** Due today. */
  readonly amountCents: number;
  /** The rest of the paid period, which lowers the amount. */
  readonly unusedCents: number;
  /** Pays for what comes next. */
  readonly creditLeftCents: number;
  readonly currency: string;
  /** Seconds since 1970, by Stripe's clock: with another date the unused time would differ. */
  readonly prorationDate: number;
  readonly renewsAt: string;
  readonly renewalCents: number;
}

/** @param prorationDate of an earlier offer; now by default */
export async function previewChange(
  stripe: Stripe,
  change: PlanChange,
  prorationDate?: number,
): Promise<Offer> {
  const { subscriptionId, itemId, price, isTrial } = change;
  const invoice = await stripe.invoices.createPreview({
    subscription: subscriptionId,
    subscription_details: {
      items: [{ id: itemId, price: price.id }],
      proration_behavior: isTrial ? 'none' : 'always_invoice',
      ...(prorationDate && { proration_date: prorationDate }),
    },
  });
  const { amount_due, currency, lines, parent, starting_balance, total } = invoice;
  const period = lines.data.findLast(({ amount }) => amount >= 0)?.period;
  const common = { currency, prorationDate: parent?.subscription_details?.subscription_proration_date ?? 0 };
  if (isTrial) {
    const renewsAt = toIso(period?.start ?? 0);
    return { ...common, ...nothingToday, renewsAt, renewalCents: amount_due };
  }
  return {
    ...common,
    amountCents: amount_due,
    unusedCents: lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0),
    creditLeftCents: Math.max(0, -(total + starting_balance)),
    renewsAt: toIso(period?.end ?? 0),
    renewalCents: price.unit_amount ?? 0,
  };
}

const nothingToday = { amountCents: 0, unusedCents: 0, creditLeftCents: 0 };

/** Whether Stripe still asks for this amount. An old offer would pay back time that has been used. */
export async function isOfferCurrent(
  stripe: Stripe,
  change: PlanChange,
  { amountCents, prorationDate }: Pick<Offer, 'amountCents' | 'prorationDate'>,
): Promise<boolean> {
  if (change.isTrial) return true;
  try {
    const [now, shown] = await Promise.all([
      previewChange(stripe, change),
      previewChange(stripe, change, prorationDate),
    ]);
    const ageSeconds = now.prorationDate - prorationDate;
    return ageSeconds >= 0 && ageSeconds < offerSeconds && shown.amountCents === amountCents;
  } catch (error) {
    // Stripe refuses a date outside the period, which a change in the meantime ends.
    if (isInvalid(error)) return false;
    throw error;
  }
}

const offerSeconds = 3_600;
