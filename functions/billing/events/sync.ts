import type Stripe from 'stripe';
import { followChange } from '../../analytics/changes.ts';
import { isLive } from '../../analytics/contribution.ts';
import { newEntry } from '../../analytics/ledger.ts';
import { readProfile, updateProfile, userIdOf } from '../../tables/profiles.ts';
import type { ProfileItem, Subscription } from '../../tables/users.ts';
import { subscriptionSynced, unknownSubscriptionStatus } from '../../telemetry/events.ts';
import {
  bestStanding,
  cancellationOf,
  isKnownStatus,
  planOf,
  type StripeFacts,
  standingOf,
} from '../standing.ts';
import { unlessMissing, withStripe } from '../stripe.ts';

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
  const profile = await takeNumber(userId);
  if (!profile) return undefined;
  const subscription = await withStripe((stripe) => readStanding(stripe, customerId));
  const written = await write(profile.syncsBegun, profile, subscription);
  if (!written) return undefined;
  subscriptionSynced({ status: subscription.status, isPremium: subscription.isPremium });
  await followChange(written.before, written.after);
  return subscription;
}

/** All that Stripe has of a customer, those that are over too, newest first; nothing where the customer is deleted. */
export async function subscriptionsOf(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const list = stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.customer'],
  });
  return (await unlessMissing(list.autoPagingToArray({ limit: 1_000 }))) ?? [];
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
    isDisputed: isDisputed(subscription),
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

/** `reversals.ts` has paused it. */
export function isDisputed({ metadata }: Stripe.Subscription): boolean {
  return Boolean(metadata.dispute);
}

async function hasPaid(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const paid = stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 });
  for await (const invoice of paid) if (invoice.amount_paid > 0) return true;
  return false;
}

/** @returns the profile, with the number as its `syncsBegun` and with all that `write` needs to be there */
async function takeNumber(userId: string): Promise<Numbered | undefined> {
  const profile = await updateProfile(userId, {
    UpdateExpression:
      'SET syncedAs = if_not_exists(syncedAs, :zero), unentered = if_not_exists(unentered, :none) ' +
      'ADD syncsBegun :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':zero': 0, ':none': {}, ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  return profile as Numbered | undefined;
}

/**
 * Writes over what was seen, so that it is known whether a subscription begins or ends by it: that goes into the
 * profile's outbox in the same write. Where a sync with a smaller number has written meanwhile, it is seen again.
 */
async function write(
  number: number,
  before: ProfileItem | undefined,
  subscription: Subscription,
): Promise<Written | undefined> {
  // Without a number it is the profile of an account that came after.
  if (before?.syncedAs === undefined || before.syncedAs >= number) return undefined;
  const userId = userIdOf(before);
  const turn = turnOf(before.subscription, subscription);
  const after = await updateProfile(userId, {
    UpdateExpression: `SET subscription = :subscription, syncedAs = :number${turn ? ', unentered.#entry = :now' : ''}`,
    ConditionExpression: 'syncedAs = :seen',
    ...(turn && { ExpressionAttributeNames: { '#entry': newEntry(turn) } }),
    ExpressionAttributeValues: {
      ':subscription': subscription,
      ':number': number,
      ':seen': before.syncedAs,
      ...(turn && { ':now': new Date().toISOString() }),
    },
    ReturnValues: 'ALL_NEW',
  });
  if (after) return { before, after: after as ProfileItem };
  const now = await readProfile(userId);
  // Nobody else has the number: the answer was lost, and the client has asked again and met its own write.
  return now?.syncedAs === number ? { before, after: now } : write(number, now, subscription);
}

function turnOf(before: Subscription | undefined, after: Subscription): 'BEGAN' | 'ENDED' | undefined {
  const wasLive = before !== undefined && isLive(before);
  if (wasLive === isLive(after)) return undefined;
  return wasLive ? 'ENDED' : 'BEGAN';
}

type Numbered = ProfileItem & Required<Pick<ProfileItem, 'syncsBegun'>>;

interface Written {
  readonly before: ProfileItem;
  readonly after: ProfileItem;
}
