import type Stripe from 'stripe';
import { change } from '../../shared/api/billing.schema.ts';
import type { Parsed } from '../../shared/api/contract.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict } from '../errors.ts';
import type { ProfileItem } from '../tables/users.ts';
import { logSubscriptionChanged } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { voidOpenInvoices } from './events/endings.ts';
import { syncSubscription } from './events/sync.ts';
import { findPaymentIntent } from './payment-intent.ts';
import { findChange, isOfferCurrent, type PlanChange } from './plan/plan-change.ts';
import { withStripe } from './stripe.ts';

/** Charges what `billing.preview-change` showed. Repeat it once the buyer's bank has confirmed the payment. */
export const handler = endpoint('billing.change', change, async (offer, { userId, profile, requestId }) => {
  const clientSecret = await withStripe((stripe) => changePlan(stripe, profile, offer));
  if (clientSecret) return { clientSecret };
  await syncSubscription(userId, profile.customerId ?? '');
  logSubscriptionChanged({ requestId, change: 'plan-changed' });
  return { clientSecret: null };
});

/** @returns the client secret with which the bank confirms the payment, if it asks */
async function changePlan(stripe: Stripe, profile: ProfileItem, offer: Parsed<'billing.change'>) {
  const wanted = await findChange(stripe, profile, offer.priceId);
  if (wanted.isCurrent) return undefined;
  if (!(await isOfferCurrent(stripe, wanted, offer))) {
    // An equal call may have been faster.
    if ((await findChange(stripe, profile, offer.priceId)).isCurrent) return undefined;
    throw new Conflict(say('offerOutdated'), 'uncharged');
  }
  const updated = await update(stripe, wanted, offer);
  if (!updated.pending_update) return undefined;
  // As it was at the first of several equal calls, unlike the payment.
  const payment = await findPaymentIntent(stripe, updated);
  if (payment?.status === 'succeeded') return undefined;
  if (payment?.status === 'requires_action') return payment.client_secret;
  await voidOpenInvoices(stripe, updated.id);
  throw new Conflict(say('changeDeclined'), 'uncharged');
}

/** Until it is paid, the change is only pending: https://docs.stripe.com/billing/subscriptions/pending-updates */
function update(
  stripe: Stripe,
  { subscriptionId, itemId, price, isTrial }: PlanChange,
  { prorationDate }: Parsed<'billing.change'>,
) {
  const items = [{ id: itemId, price: price.id }];
  return stripe.subscriptions.update(
    subscriptionId,
    isTrial
      ? { items, proration_behavior: 'none' }
      : {
          items,
          proration_behavior: 'always_invoice',
          proration_date: prorationDate,
          payment_behavior: 'pending_if_incomplete',
        },
    { idempotencyKey: `change:${subscriptionId}:${price.id}:${prorationDate}` },
  );
}
