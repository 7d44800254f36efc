import type Stripe from 'stripe';
import { ulid } from 'ulid';
import { hourMs } from '../../../shared/dates.ts';
import { type PlanId, plans } from '../../../shared/plans.ts';
import { AccountDeleted, Conflict } from '../../errors.ts';
import type { User } from '../../request/caller.ts';
import { parseUserId, readProfile, updateProfile } from '../../tables/profiles.ts';
import { bindFields } from '../../tables/table.ts';
import type { Discount, ProfileItem, Purchase } from '../../tables/users.ts';
import { say } from '../../texts.ts';
import { isInvalid, isMissing, withStripe } from '../stripe.ts';
import { type Agreement, describeAgreement, isPending } from './agreement.ts';
import { type CardCounters, cancelSetupIntent, nameCounters } from './card-attempts.ts';
import { forgetCustomer } from './customers.ts';

export interface Order extends Pick<Purchase, 'plan' | 'terms'> {
  /** The card and the discount of an earlier attempt, at the user's request. */
  readonly paymentMethodId?: string | undefined;
  readonly discount?: Discount | undefined;
}

/** The pending purchase for an order, or a new one. Concurrent requests get the same. */
export async function beginPurchase(profile: ProfileItem, order: Order): Promise<Purchase> {
  const userId = parseUserId(profile);
  let latest: ProfileItem | undefined = profile;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (!latest) throw new AccountDeleted();
    if (latest.purchase && isForOrder(latest.purchase, order)) return latest.purchase;
    const purchase = createPurchase(order);
    if (await replacePurchase(userId, latest.purchase, purchase)) {
      const former = latest.purchase;
      if (former?.state === 'pending' && former.setupIntentId) await cancelSetupIntent(former.setupIntentId);
      return purchase;
    }
    latest = await readProfile(userId);
  }
  throw new Conflict(say('otherPurchaseStarted'), 'notChargedTwice');
}

/**
 * @returns the card form's client secret; undefined if the form is completed or cancelled, or the customer is gone
 * @throws Conflict if another purchase has replaced this one
 */
export async function obtainSetupSecret(
  caller: User,
  customerId: string,
  purchase: Purchase,
): Promise<string | null | undefined> {
  const { userId } = caller;
  const intent = await withStripe((stripe) => obtainIntent(stripe, caller, customerId, purchase));
  if (!intent) await forgetCustomer(userId, customerId);
  if (intent?.status === 'canceled') await removePurchase(userId, purchase.id);
  if (!intent || isClosed(intent)) return undefined;
  if (await updatePurchase(userId, purchase.id, { setupIntentId: intent.id })) return intent.client_secret;
  // Or one account could have many open forms.
  await cancelSetupIntent(intent.id);
  throw new Conflict(say('otherPurchaseStarted'), 'notChargedTwice');
}

/** @returns false if another purchase has replaced it */
export async function updatePurchase(
  userId: string,
  id: string,
  fields: Partial<Pick<Purchase, 'state' | 'setupIntentId' | 'paymentMethodId' | 'card' | 'discount'>>,
): Promise<boolean> {
  const updated = await updateProfile(userId, {
    UpdateExpression: `SET ${Object.keys(fields).map((name) => `purchase.#${name} = :${name}`)}`,
    ConditionExpression: 'purchase.#id = :id',
    ...bindFields({ ...fields, id }),
  });
  return updated !== undefined;
}

export async function removePurchase(userId: string, id: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'REMOVE purchase',
    ConditionExpression: 'purchase.#id = :id',
    ...bindFields({ id }),
  });
}

/** The buyer's agreement is valid for 24 hours. A reused form has at least 12 hours left. */
const reuseMs = 12 * hourMs;

function isForOrder(purchase: Purchase, order: Order): boolean {
  return (
    isPending(purchase, reuseMs) &&
    purchase.plan === order.plan &&
    purchase.terms === order.terms &&
    purchase.amountCents === plans[order.plan].amountCents &&
    purchase.paymentMethodId === order.paymentMethodId &&
    purchase.discount?.promotionCodeId === order.discount?.promotionCodeId
  );
}

function createPurchase({ plan, terms, paymentMethodId, discount }: Order): Purchase {
  return {
    id: ulid(),
    plan,
    terms,
    amountCents: plans[plan].amountCents,
    state: 'pending',
    startedAt: new Date().toISOString(),
    ...(paymentMethodId && { paymentMethodId }),
    ...(discount && { discount }),
  };
}

async function replacePurchase(userId: string, former: Purchase | undefined, purchase: Purchase) {
  const replaced = await updateProfile(userId, {
    UpdateExpression: 'SET purchase = :purchase',
    ConditionExpression: former
      ? 'attribute_exists(pk) AND purchase.id = :former'
      : 'attribute_exists(pk) AND attribute_not_exists(purchase)',
    ExpressionAttributeValues: { ':purchase': purchase, ...(former && { ':former': former.id }) },
  });
  return replaced !== undefined;
}

/** Retrieves or creates the purchase's SetupIntent. @returns undefined if it or its customer is gone */
async function obtainIntent(stripe: Stripe, caller: User, customerId: string, purchase: Purchase) {
  const { id, plan, terms, setupIntentId, paymentMethodId, discount } = purchase;
  const metadata: IntentMetadata = {
    userId: caller.userId,
    plan,
    terms,
    purchaseId: id,
    ...describeAgreement(purchase),
    ...nameCounters(caller),
    ...(discount && { discount: JSON.stringify(discount) }),
  };
  try {
    if (setupIntentId) return await setIntentDiscount(stripe, setupIntentId, discount);
    return await stripe.setupIntents.create(
      {
        customer: customerId,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        metadata: { ...metadata },
        ...(paymentMethodId && { payment_method: paymentMethodId }),
      },
      { idempotencyKey: `setup-intent:${id}` },
    );
  } catch (error) {
    if (paymentMethodId && isInvalid(error)) {
      throw new Conflict(say('cardGone'), 'uncharged', { cause: error });
    }
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A form that opens again has the discount that it shows. Leaves an intent that is closed as it is. */
export async function setIntentDiscount(
  stripe: Stripe,
  setupIntentId: string,
  discount: Discount | undefined,
): Promise<Stripe.SetupIntent> {
  const intent = await stripe.setupIntents.retrieve(setupIntentId);
  const wanted = discount ? JSON.stringify(discount) : '';
  if (isClosed(intent) || (intent.metadata?.discount ?? '') === wanted) return intent;
  return stripe.setupIntents.update(setupIntentId, { metadata: { discount: wanted } });
}

/** A card was accepted, or another form has replaced this one. */
export function isClosed({ status }: Stripe.SetupIntent): boolean {
  return status === 'succeeded' || status === 'canceled';
}

/** The metadata of our SetupIntents; the page cannot change it. */
export interface IntentMetadata extends Partial<Agreement>, Partial<CardCounters> {
  readonly userId: string;
  readonly plan: PlanId;
  readonly terms: Purchase['terms'];
  readonly purchaseId: string;
  /** JSON of a `Discount`. */
  readonly discount?: string;
}
