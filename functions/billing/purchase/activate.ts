import type Stripe from 'stripe';
import { isPlanId, trialDays } from '../../../shared/plans.ts';
import { Conflict, ProviderTimeout } from '../../errors.ts';
import { readProfile, updateProfile } from '../../tables/profiles.ts';
import type { Discount, ProfileItem } from '../../tables/users.ts';
import { logActivationFinished } from '../../telemetry/events.ts';
import { say } from '../../texts.ts';
import { endSubscription, voidOpenInvoices } from '../events/endings.ts';
import { listSubscriptions, syncSubscription } from '../events/sync.ts';
import { findPaymentIntent } from '../payment-intent.ts';
import { findPrice } from '../plan/price.ts';
import { hasCard, isCollectionPaused, isOngoing } from '../standing.ts';
import { ignoreMissing, isInvalid, readId, withStripe } from '../stripe.ts';
import { isTaxAutomatic, readTaxAddress } from '../tax.ts';
import { isAgreementValid } from './agreement.ts';
import { isRedeemable } from './discount.ts';
import { type IntentMetadata, removePurchase, updatePurchase } from './purchase.ts';
import { claimTrials } from './trials.ts';

/**
 * Creates the subscription for a succeeded SetupIntent, or notes on the profile why not.
 *
 * @returns whether the profile is now in sync with Stripe
 * @throws Conflict while locked
 */
export async function activate(setupIntentId: string): Promise<boolean> {
  const intent = await withStripe((stripe) =>
    ignoreMissing(stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] })),
  );
  const purchase = intent?.status === 'succeeded' ? readPurchase(intent) : undefined;
  if (!purchase) return false;
  const { userId, customerId } = purchase;
  const profile = await readProfile(userId);
  // This SetupIntent belongs to a replaced Stripe customer.
  if (profile?.customerId !== customerId) return false;
  // An interrupted call may have left its lock behind.
  if (hasOutcome(profile, setupIntentId)) {
    await unlock(userId, setupIntentId);
    return false;
  }
  const lockedUntil = await lock(userId, setupIntentId);
  const outcome = await withStripe((stripe) => subscribe(stripe, profile, purchase, lockedUntil));
  await syncSubscription(userId, customerId);
  if (outcome === 'subscribed' || outcome === 'already-subscribed') {
    await removePurchase(userId, purchase.purchaseId);
  } else {
    const { paymentMethodId, card, purchaseId } = purchase;
    const discount = outcome === 'code-lost' ? undefined : purchase.discount;
    const state = statesByOutcome[outcome];
    await updatePurchase(userId, purchaseId, {
      state,
      setupIntentId,
      paymentMethodId,
      card,
      ...(discount && { discount }),
    });
  }
  await unlock(userId, setupIntentId);
  logActivationFinished({ plan: purchase.plan, terms: purchase.terms, outcome });
  return true;
}

const statesByOutcome = {
  'card-had-trial': 'card_had_trial',
  'payment-failed': 'payment_failed',
  'terms-outdated': 'terms_outdated',
  'code-lost': 'code_lost',
  'confirmation-needed': 'confirmation_needed',
} as const;

interface ReadyPurchase extends Omit<IntentMetadata, 'discount'> {
  readonly setupIntentId: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
  readonly cardFingerprint: string | null;
  readonly address: Stripe.AddressParam | undefined;
  readonly card: { readonly brand: string; readonly last4: string };
  readonly discount: Discount | undefined;
}

type Outcome = Parameters<typeof logActivationFinished>[0]['outcome'];

/** Undefined for other products' SetupIntents, and without a card. */
function readPurchase({
  id,
  customer,
  metadata,
  payment_method: method,
}: Stripe.SetupIntent): ReadyPurchase | undefined {
  const { userId, plan = '', terms, purchaseId, discount, ...agreed } = metadata ?? {};
  const customerId = readId(customer);
  if (!userId || !isPlanId(plan) || !purchaseId || !customerId) return undefined;
  if (typeof method === 'string' || !method?.card) return undefined;
  return {
    ...agreed,
    setupIntentId: id,
    userId,
    plan,
    terms: terms === 'charged_today' ? terms : 'trial',
    purchaseId,
    customerId,
    paymentMethodId: method.id,
    cardFingerprint: method.card.fingerprint ?? null,
    address: readTaxAddress(method),
    card: { brand: method.card.brand, last4: method.card.last4 },
    discount: discount ? (JSON.parse(discount) as Discount) : undefined,
  };
}

function hasOutcome({ purchase }: ProfileItem, setupIntentId: string): boolean {
  const isOpen = purchase?.state === 'pending' || purchase?.state === 'confirmation_needed';
  return purchase?.setupIntentId === setupIntentId && !isOpen;
}

/** @returns the time at which the lock expires */
async function lock(userId: string, setupIntentId: string): Promise<number> {
  const now = Date.now();
  const until = now + lockMs;
  const locked = await updateProfile(userId, {
    UpdateExpression: 'SET purchaseLock = :purchaseLock',
    ConditionExpression:
      'attribute_exists(pk) AND ' +
      '(attribute_not_exists(purchaseLock) OR purchaseLock.setupIntentId = :id OR purchaseLock.#until < :now)',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: {
      ':purchaseLock': { setupIntentId, until },
      ':id': setupIntentId,
      ':now': now,
    },
  });
  if (!locked) throw new Conflict(say('otherPurchaseRunning'), 'notChargedTwice');
  return until;
}

async function unlock(userId: string, setupIntentId: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'REMOVE purchaseLock',
    ConditionExpression: 'purchaseLock.setupIntentId = :id',
    ExpressionAttributeValues: { ':id': setupIntentId },
  });
}

const lockMs = 60_000;

/** Creating a subscription takes at most two calls of two 6-second attempts each, plus the delays between attempts. */
const creationMs = 30_000;

async function subscribe(stripe: Stripe, profile: ProfileItem, purchase: ReadyPurchase, lockedUntil: number) {
  const { customerId, terms, cardFingerprint, setupIntentId } = purchase;
  const all = await listSubscriptions(stripe, customerId);
  const existing = all.find(({ metadata }) => metadata.setupIntentId === setupIntentId);
  if (existing) return decideOutcome(stripe, existing);
  if (all.some((each) => isOngoing(each.status) && !isReplaceable(each))) return 'already-subscribed';
  if (!isAgreementValid(purchase, purchase.plan)) return 'terms-outdated';
  // Before the trial is used up.
  if (purchase.discount && !(await isRedeemable(stripe, purchase, purchase.discount))) return 'code-lost';
  if (terms === 'trial' && !(await claimTrials(profile, cardFingerprint, setupIntentId)))
    return 'card-had-trial';
  // A new default card, or the end of the pause, would let them go on beside the new subscription.
  for (const each of all.filter(isReplaceable)) await endSubscription(stripe, each.id);
  for (const each of all.filter(isUnconfirmed)) {
    if (!(await endUnconfirmed(stripe, each))) return 'already-subscribed';
  }
  if (!(await setDefaultCard(stripe, purchase))) return 'payment-failed';
  if (Date.now() > lockedUntil - creationMs) throw new ProviderTimeout('payment');
  const created = await createSubscription(stripe, purchase);
  return created ? decideOutcome(stripe, created) : 'code-lost';
}

function isReplaceable(subscription: Stripe.Subscription): boolean {
  return isCardless(subscription) || isCollectionPaused(subscription);
}

/** Its card was removed during the trial; Stripe cancels the subscription when the trial ends. */
function isCardless(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'trialing' && !hasCard(subscription);
}

function isUnconfirmed({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'incomplete' && Boolean(metadata.setupIntentId);
}

/** @returns false if the buyer has since confirmed the payment: a paid invoice cannot be voided */
async function endUnconfirmed(stripe: Stripe, { id }: Stripe.Subscription): Promise<boolean> {
  await voidOpenInvoices(stripe, id);
  const { status } = await stripe.subscriptions.retrieve(id);
  if (isOngoing(status)) return false;
  await endSubscription(stripe, id, { cancellation_details: { comment: unpaidComment } });
  return true;
}

/** @returns false if the customer or the card has since been deleted */
async function setDefaultCard(stripe: Stripe, purchase: ReadyPurchase): Promise<boolean> {
  const { customerId, paymentMethodId, address } = purchase;
  const update = stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: paymentMethodId },
    ...(address && { address }),
  });
  return (await ignoreMissing(update)) !== undefined;
}

/** @returns undefined if Stripe refuses the discount. Names no card: Stripe then charges the customer's default card, which the buyer can change in the portal. */
async function createSubscription(
  stripe: Stripe,
  { customerId, userId, plan, terms, setupIntentId, discount }: ReadyPurchase,
): Promise<Stripe.Subscription | undefined> {
  const creation = stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: (await findPrice(stripe, plan)).id }],
      payment_behavior: 'allow_incomplete',
      // Without it, the account's default decides.
      automatic_tax: { enabled: isTaxAutomatic() },
      metadata: { userId, setupIntentId },
      ...(discount && { discounts: [{ promotion_code: discount.promotionCodeId }] }),
      // Without a trial the buyer is present and can answer their bank: no `off_session`.
      ...(terms === 'trial' && {
        off_session: true,
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    { idempotencyKey: `subscription:${setupIntentId}` },
  );
  return creation.catch((error: unknown) => {
    if (discount && isInvalid(error)) return undefined;
    throw error;
  });
}

/** Ends the subscription if the first charge failed, so that nothing is charged later. */
async function decideOutcome(stripe: Stripe, subscription: Stripe.Subscription): Promise<Outcome> {
  const { id, status, cancellation_details: cancellation } = subscription;
  if (status === 'incomplete_expired' || cancellation?.comment === unpaidComment) return 'payment-failed';
  if (status !== 'incomplete') return 'subscribed';
  if ((await findPaymentIntent(stripe, subscription))?.status === 'requires_action')
    return 'confirmation-needed';
  await endSubscription(stripe, id, { cancellation_details: { comment: unpaidComment } });
  return 'payment-failed';
}

/** Marks a subscription that never started, to tell it from one that has ended. */
const unpaidComment = 'The first charge did not go through.';
