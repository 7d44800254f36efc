import { create } from '../../shared/api/billing.schema.ts';
import type { Parsed } from '../../shared/api/contract.ts';
import { plans } from '../../shared/plans.ts';
import type { Cost } from '../../shared/text/refusals.ts';
import { endpoint } from '../endpoint.ts';
import { AccountDeleted, Conflict } from '../errors.ts';
import type { User } from '../request/caller.ts';
import { readProfile } from '../tables/profiles.ts';
import { getSubscription } from '../tables/subscription.ts';
import type { ProfileItem, Subscription } from '../tables/users.ts';
import { logPurchaseBegun } from '../telemetry/events.ts';
import { type Refusal, say } from '../texts.ts';
import { getPaymentKeys } from './payment-keys.ts';
import { activate } from './purchase/activate.ts';
import { countCardForm } from './purchase/card-attempts.ts';
import { findConfirmationSecret } from './purchase/confirmation.ts';
import { ensureCustomer } from './purchase/customers.ts';
import { beginPurchase, type Order, obtainSetupSecret } from './purchase/purchase.ts';
import { isTrialAvailable } from './purchase/trials.ts';

export const handler = endpoint('billing.create', create, async (input, caller) => {
  await getPaymentKeys();
  requireNoSubscription(caller.profile);
  requireCurrentPrice(input);
  const confirmation = input.usesSavedCard ? await findConfirmationSecret(caller.profile) : undefined;
  if (confirmation) return { clientSecret: confirmation };
  const order = await buildOrder(input, caller.profile);
  const clientSecret = await obtainClientSecret(caller, order);
  logPurchaseBegun({ requestId: caller.requestId, plan: order.plan, terms: order.terms });
  return { clientSecret };
});

function requireNoSubscription(profile: ProfileItem): void {
  const { status, isDisputed } = getSubscription(profile);
  if (status !== 'free') throw new Conflict(...refusals[isDisputed ? 'disputed' : status]);
}

/** A page loaded before a price change shows the old price. */
function requireCurrentPrice({ priceId, amountCents }: Parsed<'billing.create'>): void {
  if (amountCents !== undefined && amountCents !== plans[priceId].amountCents) {
    throw new Conflict(say('priceChanged'), 'uncharged');
  }
}

const refusals: Record<Exclude<Subscription['status'], 'free'> | 'disputed', [Refusal, Cost]> = {
  trialing: [say('hasPremium'), 'notChargedTwice'],
  active: [say('hasPremium'), 'notChargedTwice'],
  canceled: [say('stillHasPremium'), 'uncharged'],
  disputed: [say('paymentDisputed'), 'uncharged'],
  past_due: [say('lastPaymentFailed'), 'uncharged'],
};

/** Charging today needs the buyer's agreement: the page may have promised a trial. */
async function buildOrder(input: Parsed<'billing.create'>, profile: ProfileItem): Promise<Order> {
  const isTrial = !input.usesSavedCard && (await isTrialAvailable(profile));
  if (!isTrial && !input.acceptsCharge) throw new Conflict(say('trialUsed'), 'uncharged');
  return {
    plan: input.priceId,
    terms: isTrial ? 'trial' : 'charged_today',
    ...(input.usesSavedCard && requireSavedCard(profile)),
  };
}

function requireSavedCard({ purchase }: ProfileItem): Pick<Order, 'paymentMethodId' | 'discount'> {
  if (!purchase?.paymentMethodId) throw new Conflict(say('cardGone'), 'uncharged');
  const { paymentMethodId, discount } = purchase;
  return { paymentMethodId, discount };
}

/** If the pending purchase already has a card, activates that purchase first. Then the user is subscribed, or may buy again. */
async function obtainClientSecret(caller: User, order: Order): Promise<string | null> {
  const { userId, profile } = caller;
  let latest: ProfileItem | undefined = profile;
  for (let attempt = 0; attempt < 3 && latest; attempt += 1) {
    const purchase = await beginPurchase(latest, order);
    if (!purchase.setupIntentId) await countCardForm(caller, purchase.id);
    const customerId = await ensureCustomer(userId, latest);
    const clientSecret = await obtainSetupSecret(caller, customerId, purchase);
    if (clientSecret !== undefined) return clientSecret;
    if (purchase.setupIntentId) await activate(purchase.setupIntentId);
    latest = await readProfile(userId);
    if (latest) requireNoSubscription(latest);
  }
  if (!latest) throw new AccountDeleted();
  throw new Conflict(say('stillWorking'), 'notChargedTwice');
}
