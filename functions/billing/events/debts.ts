import Stripe from 'stripe';
import { cancellationOf, isScheduledToEnd } from '../standing.ts';
import { idOf, isInvalid, withStripe } from '../stripe.ts';
import { subscriptionsOf } from './sync.ts';

/**
 * Charges what a customer owes to the card that they have just given: the page has told them that their payment
 * failed. Stripe itself would wait for its next attempt, which may be days away, or not come. Each invoice is tried
 * once with each card.
 */
export async function collectDebts(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    const customer = await stripe.customers.retrieve(customerId);
    const cardId = idOf(customer.deleted ? null : customer.invoice_settings.default_payment_method);
    if (!cardId) return;
    for (const each of await subscriptionsOf(stripe, customerId)) {
      const { status, metadata, latest_invoice } = each;
      // A subscription that is over or cancelled is not paid for: its buyer has nothing from it any more.
      const isOwed =
        metadata.userId &&
        (status === 'past_due' || status === 'unpaid') &&
        !isScheduledToEnd(cancellationOf(each));
      // The latest invoice brings Premium back. For the time before it somebody may have had nothing.
      const invoiceId = idOf(latest_invoice);
      if (isOwed && invoiceId) await pay(stripe, invoiceId, cardId);
    }
  });
}

/** What the bank says no to stays owed; Stripe tells of the attempt by an event of its own. */
async function pay(stripe: Stripe, invoiceId: string, cardId: string): Promise<void> {
  try {
    await stripe.invoices.pay(
      invoiceId,
      { payment_method: cardId, off_session: true },
      { idempotencyKey: `pay:${invoiceId}:${cardId}` },
    );
  } catch (error) {
    // Invalid is what has been paid or given up meanwhile.
    if (!(error instanceof Stripe.errors.StripeCardError || isInvalid(error))) throw error;
  }
}
