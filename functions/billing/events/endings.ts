import type Stripe from 'stripe';
import { cancellationOf, isDue, isScheduledToEnd } from '../standing.ts';
import { isInvalid, unlessMissing, withStripe } from '../stripe.ts';
import { subscriptionsOf } from './sync.ts';

/** Ends a subscription now; ending it again does nothing. */
export async function end(
  stripe: Stripe,
  id: string,
  how: Stripe.SubscriptionCancelParams = {},
): Promise<void> {
  await unlessMissing(stripe.subscriptions.cancel(id, how));
}

/** Ends a subscription now, with what it owes. */
export async function endUnpaid(stripe: Stripe, id: string): Promise<void> {
  await end(stripe, id);
  await voidOpenInvoices(stripe, id);
}

/** Ends whatever a customer owes for, and the debts of what has ended before. */
export async function endDebts(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    for (const { id, status, metadata } of await subscriptionsOf(stripe, customerId)) {
      if (metadata.userId && (isDue(status) || status === 'canceled')) await endUnpaid(stripe, id);
    }
  });
}

/**
 * Finishes what was cancelled in Stripe's portal or dashboard, or by a function that died: a cancelled subscription
 * whose payment is due ends now, and one that has ended owes nothing.
 */
export async function finishCancellations(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    for (const each of await subscriptionsOf(stripe, customerId)) {
      if (!each.metadata.userId) continue;
      if (each.status === 'canceled') await voidOpenInvoices(stripe, each.id);
      else if (isDue(each.status) && isScheduledToEnd(cancellationOf(each))) await endUnpaid(stripe, each.id);
    }
  });
}

/**
 * A cancelled subscription leaves its open invoice payable, on Stripe's invoice page too:
 * https://docs.stripe.com/api/invoices/void
 */
export async function voidOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  const open = stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  for await (const { id } of open) {
    await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
      // It was paid or voided in the meantime.
      if (!isInvalid(error)) throw error;
    });
  }
}
