import type Stripe from 'stripe';
import { recordChange } from '../../analytics/changes.ts';
import { createEntryKey } from '../../analytics/ledger.ts';
import { isPaying } from '../../analytics/totals.ts';
import { parseUserId, readProfile, updateProfile } from '../../tables/profiles.ts';
import type { ProfileItem, Subscription } from '../../tables/users.ts';
import { logPreviewFailed, logSubscriptionSynced, logUnknownStatus } from '../../telemetry/events.ts';
import { findPaymentIntent, needsConfirmation } from '../payment-intent.ts';
import { assessSubscription, isCollectionPaused, isKnownStatus, noPayments, pickBest } from '../standing.ts';
import { ignoreMissing, isStripeFailure, withStripe } from '../stripe.ts';

/**
 * Copies a customer's subscription from Stripe to the profile. Syncs may overtake each other: each takes a number
 * before it asks Stripe, and never overwrites the result of a later number.
 * @param settle finishes at Stripe what the listed subscriptions need; if it has changed any, they are listed again
 * @returns what was written; undefined without a profile, or after a later sync
 */
export async function syncSubscription(
  userId: string,
  customerId: string,
  settle?: (stripe: Stripe, subscriptions: readonly Stripe.Subscription[]) => Promise<boolean>,
): Promise<Subscription | undefined> {
  const profile = await takeSyncNumber(userId);
  if (!profile) return undefined;
  const subscription = await withStripe(async (stripe) => {
    const found = await listSubscriptions(stripe, customerId);
    const hasChanged = await settle?.(stripe, found);
    return hasChanged ? undefined : assessSubscriptions(stripe, found);
  });
  // With a later number, so that the result counts.
  if (!subscription) return syncSubscription(userId, customerId);
  const written = await writeSubscription(profile.syncsBegun, profile, subscription);
  if (!written) return undefined;
  logSubscriptionSynced({ status: subscription.status, isPremium: subscription.isPremium });
  await recordChange(written.before, written.after);
  return subscription;
}

/** All subscriptions of a customer, ended ones too, newest first; none if the customer is deleted. With their latest invoices. */
export async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const list = stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: [...assessedFields],
  });
  return (await ignoreMissing(list.autoPagingToArray({ limit: 1_000 }))) ?? [];
}

/** Of a listed subscription, expanded. */
export const assessedFields = ['data.customer', 'data.latest_invoice'] as const;

/** @param subscriptions with `assessedFields` */
export async function assessSubscriptions(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Subscription> {
  const standings = await Promise.all(
    subscriptions.map(async (each) => {
      if (!isKnownStatus(each.status)) logUnknownStatus({ status: each.status });
      if (isCollectionPaused(each)) {
        return assessSubscription(each, { ...noPayments, hasPaidPeriod: await hasPaidPeriod(stripe, each) });
      }
      if (each.status !== 'past_due') return assessSubscription(each, noPayments);
      const [isKnownPayer, intent] = await Promise.all([
        hasPaid(stripe, each.id),
        findPaymentIntent(stripe, each),
      ]);
      return assessSubscription(each, {
        ...noPayments,
        hasPaid: isKnownPayer,
        needsConfirmation: needsConfirmation(intent),
      });
    }),
  );
  return addNextAmount(stripe, pickBest(standings));
}

async function addNextAmount(stripe: Stripe, subscription: Subscription): Promise<Subscription> {
  const { nextCharge, stripeId } = subscription;
  if (!nextCharge || !stripeId) return subscription;
  return {
    ...subscription,
    nextCharge: { ...nextCharge, amountCents: await previewAmount(stripe, stripeId) },
  };
}

/** With coupons, tax and credit. @returns null if Stripe cannot say, which is not "no charge" */
async function previewAmount(stripe: Stripe, subscription: string): Promise<number | null> {
  try {
    return (await stripe.invoices.createPreview({ subscription })).amount_due;
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    logPreviewFailed({ error });
    return null;
  }
}

async function hasPaid(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const paid = stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 });
  for await (const invoice of paid) if (invoice.amount_paid > 0) return true;
  return false;
}

async function hasPaidPeriod(stripe: Stripe, { id }: Stripe.Subscription): Promise<boolean> {
  return (await findPeriodInvoice(stripe, id))?.status === 'paid';
}

/** The latest invoice that was not a failed attempt to change the plan. */
export async function findPeriodInvoice(
  stripe: Stripe,
  subscription: string,
): Promise<Stripe.Invoice | undefined> {
  for await (const invoice of stripe.invoices.list({ subscription, limit: 100 })) {
    if (invoice.billing_reason !== 'subscription_update' || invoice.status === 'paid') return invoice;
  }
  return undefined;
}

/** @returns the profile with the number as its `syncsBegun` */
async function takeSyncNumber(userId: string): Promise<NumberedProfile | undefined> {
  const profile = await updateProfile(userId, {
    UpdateExpression:
      'SET lastWrittenSync = if_not_exists(lastWrittenSync, :zero), outbox = if_not_exists(outbox, :none) ' +
      'ADD syncsBegun :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':zero': 0, ':none': {}, ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  return profile as NumberedProfile | undefined;
}

/** Writes only if no other sync wrote after `before` was read, so the start or end of a subscription is recorded once. */
async function writeSubscription(
  number: number,
  before: ProfileItem | undefined,
  subscription: Subscription,
): Promise<Written | undefined> {
  // Without `lastWrittenSync`, the profile was deleted and created again.
  if (before?.lastWrittenSync === undefined || before.lastWrittenSync >= number) return undefined;
  const userId = parseUserId(before);
  const ledgerKind = findLedgerKind(before.subscription, subscription);
  const after = await updateProfile(userId, {
    UpdateExpression: `SET subscription = :subscription, lastWrittenSync = :number${ledgerKind ? ', outbox.#entry = :now' : ''}`,
    ConditionExpression: 'lastWrittenSync = :seen',
    ...(ledgerKind && { ExpressionAttributeNames: { '#entry': createEntryKey(ledgerKind) } }),
    ExpressionAttributeValues: {
      ':subscription': subscription,
      ':number': number,
      ':seen': before.lastWrittenSync,
      ...(ledgerKind && { ':now': new Date().toISOString() }),
    },
    ReturnValues: 'ALL_NEW',
  });
  if (after) return { before, after: after as ProfileItem };
  const latest = await readProfile(userId);
  // The number is unique: this is our own write, whose answer was lost.
  if (latest?.lastWrittenSync === number) return { before, after: latest };
  return writeSubscription(number, latest, subscription);
}

function findLedgerKind(before: Subscription | undefined, after: Subscription) {
  const wasPaying = before !== undefined && isPaying(before);
  if (wasPaying === isPaying(after)) return undefined;
  return wasPaying ? 'ENDED' : 'BEGAN';
}

type NumberedProfile = ProfileItem & Required<Pick<ProfileItem, 'syncsBegun'>>;

interface Written {
  readonly before: ProfileItem;
  readonly after: ProfileItem;
}
