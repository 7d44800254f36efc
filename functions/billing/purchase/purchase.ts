import type Stripe from 'stripe';
import { ulid } from 'ulid';
import { type PlanId, plans } from '../../../shared/plans.ts';
import { Conflict, SessionExpired } from '../../errors.ts';
import { readProfile, updateProfile, userIdOf } from '../../tables/profiles.ts';
import type { ProfileItem, Purchase } from '../../tables/users.ts';
import { isInvalid, isMissing, withStripe } from '../stripe.ts';
import { cancelForm } from './card-attempts.ts';
import { forgetCustomer } from './customers.ts';
import { isPending } from './pending.ts';
import { type Terms, termsOf } from './terms.ts';

/** What somebody wants to buy, and what they have agreed to. */
export interface Order extends Pick<Purchase, 'plan' | 'terms'> {
  /** Charges the card of an earlier attempt, where the user has said so. */
  readonly paymentMethodId?: string | undefined;
}

/**
 * The attempt that an order belongs to: the one that is under way, or a new one. Requests that come at the same time
 * get the same.
 *
 * @throws Conflict where attempts for different orders keep replacing each other
 */
export async function beginPurchase(profile: ProfileItem, order: Order): Promise<Purchase> {
  const userId = userIdOf(profile);
  let latest: ProfileItem | undefined = profile;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (!latest) throw new SessionExpired();
    if (latest.purchase && isFor(latest.purchase, order)) return latest.purchase;
    const purchase = newPurchase(order);
    if (await replacePurchase(userId, latest.purchase, purchase)) {
      const former = latest.purchase;
      if (former?.state === 'pending' && former.setupIntentId) await cancelForm(former.setupIntentId);
      return purchase;
    }
    latest = await readProfile(userId);
  }
  throw new Conflict(
    'Another purchase of yours is just beginning.',
    'once',
    'Wait a moment, then try again.',
  );
}

/**
 * The SetupIntent of an attempt, by which the page's form gives the card to Stripe.
 *
 * @returns what the page needs; undefined where the attempt is over, or its customer is not known at Stripe any more:
 * the profile says then from where to go on
 * @throws Conflict where the card of an earlier attempt cannot be used again
 */
export async function clientSecretOf(
  userId: string,
  customerId: string,
  purchase: Purchase,
): Promise<string | null | undefined> {
  const intent = await withStripe((stripe) => findIntent(stripe, userId, customerId, purchase));
  if (!intent) await forgetCustomer(userId, customerId);
  if (intent?.status === 'canceled') await endPurchase(userId, purchase.id);
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return undefined;
  await updatePurchase(userId, purchase.id, { setupIntentId: intent.id });
  return intent.client_secret;
}

/** Writes onto the attempt what has become known of it, as long as it is the latest. */
export async function updatePurchase(
  userId: string,
  id: string,
  known: Partial<Pick<Purchase, 'state' | 'setupIntentId' | 'paymentMethodId' | 'card'>>,
): Promise<void> {
  const fields = Object.entries(known).filter(([, value]) => value !== undefined);
  await updateProfile(userId, {
    UpdateExpression: `SET ${fields.map((_, index) => `purchase.#${index} = :${index}`).join(', ')}`,
    ConditionExpression: 'purchase.#id = :id',
    ExpressionAttributeNames: {
      '#id': 'id',
      ...Object.fromEntries(fields.map(([name], index) => [`#${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':id': id,
      ...Object.fromEntries(fields.map(([, value], index) => [`:${index}`, value])),
    },
  });
}

/** Takes an attempt away that is over, as long as it is the latest. */
export async function endPurchase(userId: string, id: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'REMOVE purchase',
    ConditionExpression: 'purchase.#id = :id',
    ExpressionAttributeNames: { '#id': 'id' },
    ExpressionAttributeValues: { ':id': id },
  });
}

/** What the buyer has agreed to is valid for 24 hours from the beginning: a form has half of them left at least. */
const reuseMs = 12 * 3_600_000;

function isFor(purchase: Purchase, order: Order): boolean {
  return (
    isPending(purchase, reuseMs) &&
    purchase.plan === order.plan &&
    purchase.terms === order.terms &&
    purchase.amountCents === plans[order.plan].amountCents &&
    purchase.paymentMethodId === order.paymentMethodId
  );
}

function newPurchase({ plan, terms, paymentMethodId }: Order): Purchase {
  return {
    id: ulid(),
    plan,
    terms,
    amountCents: plans[plan].amountCents,
    state: 'pending',
    startedAt: new Date().toISOString(),
    ...(paymentMethodId && { paymentMethodId }),
  };
}

async function replacePurchase(
  userId: string,
  former: Purchase | undefined,
  purchase: Purchase,
): Promise<boolean> {
  const replaced = await updateProfile(userId, {
    UpdateExpression: 'SET purchase = :purchase',
    ConditionExpression: former
      ? 'attribute_exists(pk) AND purchase.#id = :former'
      : 'attribute_exists(pk) AND attribute_not_exists(purchase)',
    ExpressionAttributeValues: { ':purchase': purchase, ...(former && { ':former': former.id }) },
    ...(former && { ExpressionAttributeNames: { '#id': 'id' } }),
  });
  return replaced !== undefined;
}

/** @returns undefined where it has gone, or its customer: Stripe's word of that may have been lost */
async function findIntent(
  stripe: Stripe,
  userId: string,
  customerId: string,
  purchase: Purchase,
): Promise<Stripe.SetupIntent | undefined> {
  const { setupIntentId, paymentMethodId } = purchase;
  try {
    if (setupIntentId) return await stripe.setupIntents.retrieve(setupIntentId);
    return await createIntent(stripe, userId, customerId, purchase);
  } catch (error) {
    if (paymentMethodId && isInvalid(error)) throw unknownCard({ cause: error });
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function unknownCard(options?: ErrorOptions): Conflict {
  return new Conflict('That card is not known any more.', 'uncharged', 'Enter a card anew.', options);
}

function createIntent(
  stripe: Stripe,
  userId: string,
  customerId: string,
  purchase: Purchase,
): Promise<Stripe.SetupIntent> {
  const { id, plan, terms, paymentMethodId } = purchase;
  const metadata: IntentMetadata = { userId, plan, terms, purchaseId: id, ...termsOf(purchase) };
  return stripe.setupIntents.create(
    {
      customer: customerId,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      metadata: { ...metadata },
      ...(paymentMethodId && { payment_method: paymentMethodId }),
    },
    { idempotencyKey: `setup-intent:${id}` },
  );
}

/** What a SetupIntent of ours knows: the page cannot change it. */
export interface IntentMetadata extends Partial<Terms> {
  readonly userId: string;
  readonly plan: PlanId;
  readonly terms: Purchase['terms'];
  readonly purchaseId: string;
}
