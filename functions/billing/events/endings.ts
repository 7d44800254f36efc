import type Stripe from 'stripe';
import { isDue, isScheduledToEnd } from '../standing.ts';
import { ignoreMissing, isInvalid, withStripe } from '../stripe.ts';
import { listSubscriptions } from './sync.ts';

export async function endSubscription(
  stripe: Stripe,
  id: string,
  options: Stripe.SubscriptionCancelParams = {},
): Promise<void> {
  await ignoreMissing(stripe.subscriptions.cancel(id, options));
}

export async function endSubscriptionAndVoidInvoices(
  stripe: Stripe,
  id: string,
  options?: Stripe.SubscriptionCancelParams,
): Promise<void> {
  await endSubscription(stripe, id, options);
  await voidOpenInvoices(stripe, id);
}

export async function endUnpaidSubscriptions(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    for (const { id, status, metadata } of await listSubscriptions(stripe, customerId)) {
      if (metadata.userId && (isDue(status) || status === 'canceled'))
        await endSubscriptionAndVoidInvoices(stripe, id);
    }
  });
}

/**
 * Completes cancellations made in Stripe's portal or dashboard, or by a call that was interrupted.
 *
 * @returns whether it has ended a subscription
 */
export async function finishCancellations(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  let hasEnded = false;
  for (const each of subscriptions) {
    if (!each.metadata.userId) continue;
    const isAbandoned = isScheduledToEnd(each) && each.pending_update !== null;
    if (each.status === 'canceled' || isAbandoned) await voidOpenInvoices(stripe, each.id);
    else if (isDue(each.status) && isScheduledToEnd(each)) {
      await endSubscriptionAndVoidInvoices(stripe, each.id);
      hasEnded = true;
    }
  }
  return hasEnded;
}

/** A cancelled subscription leaves its open invoice payable: https://docs.stripe.com/api/invoices/void */
export async function voidOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  const open = stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  for await (const { id } of open) {
    await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
      // It has since been paid or voided.
      if (!isInvalid(error)) throw error;
    });
  }
}
