import type Stripe from 'stripe';
import { subscriptionSynced, unknownSubscriptionStatus } from '../events.ts';
import type { Subscription } from '../users-table.ts';
import { updateProfile } from './profile.ts';
import {
  bestStanding,
  cancellationOf,
  isKnownStatus,
  planOf,
  type StripeFacts,
  standingOf,
} from './standing.ts';
import { isMissing, withStripe } from './stripe.ts';

/**
 * Writes what Stripe says of a customer's subscriptions onto the user's profile.
 *
 * Syncs may overtake each other. Each takes a number before it asks Stripe, and an answer is written only over one
 * with a smaller number: who has the greater number has asked later than whatever the smaller one was called for.
 *
 * @returns what was written; undefined where the profile has gone, or where a later sync has written already
 */
export async function syncSubscription(
  userId: string,
  customerId: string,
): Promise<Subscription | undefined> {
  const number = await takeNumber(userId);
  if (number === undefined) return undefined;
  const subscription = await withStripe((stripe) => readStanding(stripe, customerId));
  const isWritten = await write(userId, number, subscription);
  if (isWritten) subscriptionSynced({ status: subscription.status, isPremium: subscription.isPremium });
  return isWritten ? subscription : undefined;
}

/** All that Stripe has of a customer, those that are over too, newest first; nothing where the customer is deleted. */
export async function subscriptionsOf(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const list = stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.customer'],
  });
  try {
    return await list.autoPagingToArray({ limit: 1_000 });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** What the subscriptions are worth together. Each has its customer expanded. */
export async function standingAmong(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Subscription> {
  const standings = await Promise.all(
    subscriptions.map(async (each) => {
      if (!isKnownStatus(each.status)) unknownSubscriptionStatus({ status: each.status });
      return standingOf(factsOf(each, each.status === 'past_due' && (await hasPaid(stripe, each.id))));
    }),
  );
  return bestStanding(standings);
}

async function readStanding(stripe: Stripe, customerId: string): Promise<Subscription> {
  return standingAmong(stripe, await subscriptionsOf(stripe, customerId));
}

function factsOf(subscription: Stripe.Subscription, hasPaid: boolean): StripeFacts {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    ...cancellationOf(subscription),
    periodEnd: item?.current_period_end ?? 0,
    trialEnd: subscription.trial_end,
    hasCard: hasCard(subscription),
    hasPaid,
    plan: item ? planOf(item.price) : null,
    amountCents: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    currency: subscription.currency,
  };
}

/** Stripe charges the subscription's card, else the customer's, who has to be expanded. */
export function hasCard({ default_payment_method, customer }: Stripe.Subscription): boolean {
  if (default_payment_method) return true;
  const isThere = typeof customer !== 'string' && !customer.deleted;
  return isThere && Boolean(customer.invoice_settings.default_payment_method);
}

async function hasPaid(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const paid = stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 });
  for await (const invoice of paid) if (invoice.amount_paid > 0) return true;
  return false;
}

async function takeNumber(userId: string): Promise<number | undefined> {
  const profile = await updateProfile(userId, {
    UpdateExpression: 'ADD syncsBegun :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'UPDATED_NEW',
  });
  return profile?.syncsBegun;
}

async function write(userId: string, number: number, subscription: Subscription): Promise<boolean> {
  const written = await updateProfile(userId, {
    UpdateExpression: 'SET subscription = :subscription, syncedAs = :number',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(syncedAs) OR syncedAs < :number)',
    ExpressionAttributeValues: { ':subscription': subscription, ':number': number },
  });
  return written !== undefined;
}
