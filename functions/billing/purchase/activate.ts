import type Stripe from 'stripe';
import { isPlanId, type PlanId, planCurrency, plans, trialDays } from '../../../shared/plans.ts';
import { Conflict, ProviderTimeout } from '../../errors.ts';
import { readProfile, updateProfile } from '../../tables/profiles.ts';
import type { ProfileItem } from '../../tables/users.ts';
import { purchaseEnded } from '../../telemetry/events.ts';
import { end, voidOpenInvoices } from '../events/endings.ts';
import { hasCard, subscriptionsOf, syncSubscription } from '../events/sync.ts';
import { isLive } from '../standing.ts';
import { idOf, isMissing, unlessMissing, withStripe } from '../stripe.ts';
import { findPaymentIntent } from './confirmation.ts';
import { endPurchase, type IntentMetadata, updatePurchase } from './purchase.ts';
import { isAgreed } from './terms.ts';
import { takeTrial } from './trials.ts';

/**
 * Makes the subscription of a SetupIntent that has succeeded, or says on the profile why there is none. Called again
 * for the same SetupIntent it comes to the same; anything but a success of ours is nothing to it.
 *
 * @throws Conflict while another purchase of the same user is being carried out
 * @throws ProviderTimeout where Stripe was so slow that another might begin before this one is done
 */
export async function activate(setupIntentId: string): Promise<void> {
  const intent = await withStripe((stripe) =>
    unlessMissing(stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] })),
  );
  const buying = intent?.status === 'succeeded' ? buyingOf(intent) : undefined;
  if (!buying) return;
  const { userId, customerId } = buying;
  const profile = await readProfile(userId);
  // What was bought by a customer who was deleted says nothing of the one who came after.
  if (profile?.customerId !== customerId) return;
  // Perhaps by a function that died before it was done.
  if (isDecided(profile, setupIntentId)) return close(userId, setupIntentId);
  const openUntil = await open(userId, setupIntentId);
  const outcome = await withStripe((stripe) => subscribe(stripe, profile, buying, openUntil));
  if (outcome === 'subscribed' || outcome === 'had-already') {
    await syncSubscription(userId, customerId);
    await endPurchase(userId, buying.purchaseId);
  } else {
    const { paymentMethodId, card, purchaseId } = buying;
    const state = unsubscribed[outcome];
    await updatePurchase(userId, purchaseId, { state, setupIntentId, paymentMethodId, card });
  }
  await close(userId, setupIntentId);
  purchaseEnded({ plan: buying.plan, terms: buying.terms, outcome });
}

/** What the purchase is told as, where there is no subscription. */
const unsubscribed = {
  'card-had-trial': 'card_had_trial',
  'payment-failed': 'payment_failed',
  'terms-outdated': 'terms_outdated',
  'confirmation-needed': 'confirmation_needed',
} as const;

/** A purchase with its card. */
interface Buying extends IntentMetadata {
  readonly setupIntentId: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
  readonly fingerprint: string | null;
  readonly card: { readonly brand: string; readonly last4: string };
}

type Outcome = Parameters<typeof purchaseEnded>[0]['outcome'];

/** Undefined for SetupIntents of other products, and for anything but a card. */
function buyingOf({
  id,
  customer,
  metadata,
  payment_method: method,
}: Stripe.SetupIntent): Buying | undefined {
  const { userId, plan = '', terms, purchaseId, ...agreed } = metadata ?? {};
  const customerId = idOf(customer);
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
    fingerprint: method.card.fingerprint ?? null,
    card: { brand: method.card.brand, last4: method.card.last4 },
  };
}

function isDecided({ purchase }: ProfileItem, setupIntentId: string): boolean {
  const isOpen = purchase?.state === 'pending' || purchase?.state === 'confirmation_needed';
  return purchase?.setupIntentId === setupIntentId && !isOpen;
}

/**
 * From here to `close` no other purchase of the user makes a subscription. It lapses, since a function may die on
 * the way.
 *
 * @returns when it lapses
 */
async function open(userId: string, setupIntentId: string): Promise<number> {
  const now = Date.now();
  const until = now + openMs;
  const opened = await updateProfile(userId, {
    UpdateExpression: 'SET opening = :opening',
    ConditionExpression:
      'attribute_exists(pk) AND ' +
      '(attribute_not_exists(opening) OR opening.setupIntentId = :id OR opening.#until < :now)',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: {
      ':opening': { setupIntentId, until },
      ':id': setupIntentId,
      ':now': now,
    },
  });
  if (!opened)
    throw new Conflict('Another purchase of yours is being carried out.', 'once', 'Try again in a minute.');
  return until;
}

async function close(userId: string, setupIntentId: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'REMOVE opening',
    ConditionExpression: 'opening.setupIntentId = :id',
    ExpressionAttributeValues: { ':id': setupIntentId },
  });
}

/** As with every other thing that a function may leave half done. */
const openMs = 60_000;

/** Two calls, each of two attempts of 6 seconds, with what Stripe's client waits between. */
const creationMs = 30_000;

async function subscribe(
  stripe: Stripe,
  profile: ProfileItem,
  buying: Buying,
  openUntil: number,
): Promise<Outcome> {
  const { customerId, terms, fingerprint, setupIntentId } = buying;
  const all = await subscriptionsOf(stripe, customerId);
  const made = all.find(({ metadata }) => metadata.setupIntentId === setupIntentId);
  if (made) return settle(stripe, made);
  if (all.some((each) => isLive(each.status) && !isCardless(each))) return 'had-already';
  if (!isAgreed(buying, buying.plan)) return 'terms-outdated';
  if (terms === 'trial' && !(await takeTrial(profile, fingerprint, setupIntentId))) return 'card-had-trial';
  // With the new card it would go on, too.
  for (const each of all.filter(isCardless)) await end(stripe, each.id);
  for (const each of all.filter(isUnconfirmed)) {
    if (!(await endUnconfirmed(stripe, each))) return 'had-already';
  }
  if (!(await chargeFromNowOn(stripe, buying))) return 'payment-failed';
  if (Date.now() > openUntil - creationMs) throw new ProviderTimeout('payment');
  return settle(stripe, await create(stripe, buying));
}

/** A trial whose card was taken away is nothing here, and ends at Stripe with the trial. */
function isCardless(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'trialing' && !hasCard(subscription);
}

function isUnconfirmed({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'incomplete' && Boolean(metadata.setupIntentId);
}

/** @returns false where its buyer has confirmed the payment in the meantime: a paid invoice cannot be voided */
async function endUnconfirmed(stripe: Stripe, { id }: Stripe.Subscription): Promise<boolean> {
  await voidOpenInvoices(stripe, id);
  const { status } = await stripe.subscriptions.retrieve(id);
  if (isLive(status)) return false;
  await end(stripe, id, { cancellation_details: { comment: unpaid } });
  return true;
}

/** @returns false where the customer or the card has been deleted meanwhile */
async function chargeFromNowOn(stripe: Stripe, { customerId, paymentMethodId }: Buying): Promise<boolean> {
  try {
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: paymentMethodId },
    });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Charges the customer's card, which is the one that Stripe's portal changes. */
async function create(stripe: Stripe, { customerId, userId, plan, terms, setupIntentId }: Buying) {
  return stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: await priceOf(stripe, plan) }],
      payment_behavior: 'allow_incomplete',
      metadata: { userId, plan, setupIntentId },
      // Without a trial the buyer is there, so that their bank can ask: `off_session` is left at false.
      ...(terms === 'trial' && {
        off_session: true,
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    { idempotencyKey: `subscription:${setupIntentId}` },
  );
}

/** Where the first charge did not go through, nothing was charged and nothing shall be: the buyer is told so. */
async function settle(stripe: Stripe, made: Stripe.Subscription): Promise<Outcome> {
  const { id, status, cancellation_details: cancellation } = made;
  if (status === 'incomplete_expired' || cancellation?.comment === unpaid) return 'payment-failed';
  if (status !== 'incomplete') return 'subscribed';
  if ((await findPaymentIntent(stripe, made))?.status === 'requires_action') return 'confirmation-needed';
  await end(stripe, id, { cancellation_details: { comment: unpaid } });
  return 'payment-failed';
}

/** Tells it from a subscription that was good and is over, should its buyer not have been told yet. */
const unpaid = 'The first charge did not go through.';

/** Nobody is charged another amount than the pages say, as between a deployment with new prices and their set-up. */
async function priceOf(stripe: Stripe, plan: PlanId): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan], active: true, limit: 1 });
  const [price] = data;
  const { amountCents, interval } = plans[plan];
  const isRight = price?.unit_amount === amountCents && price.recurring?.interval === interval;
  if (!isRight || price.currency !== planCurrency) {
    throw new Error(`Stripe does not have the price ${plan} of shared/plans.ts: run npm run stripe:setup`);
  }
  return price.id;
}
