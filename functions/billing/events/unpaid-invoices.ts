import Stripe from 'stripe';
import { isScheduledToEnd } from '../standing.ts';
import { isInvalid, readId, withStripe } from '../stripe.ts';
import { listSubscriptions } from './sync.ts';

/** Charges unpaid invoices to a new default card, once per card: Stripe would wait days, or not try again. */
export async function chargeUnpaidInvoices(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    const customer = await stripe.customers.retrieve(customerId);
    const cardId = readId(customer.deleted ? null : customer.invoice_settings.default_payment_method);
    if (!cardId) return;
    for (const each of await listSubscriptions(stripe, customerId)) {
      const { status, metadata, latest_invoice } = each;
      // The buyer of an ended or cancelled subscription has nothing left to pay for.
      const isOwed =
        metadata.userId && (status === 'past_due' || status === 'unpaid') && !isScheduledToEnd(each);
      // Only the latest invoice: in the periods of earlier ones, the buyer may have had no Premium.
      const invoiceId = readId(latest_invoice);
      if (isOwed && invoiceId) await pay(stripe, invoiceId, cardId);
    }
  });
}

/** If the card is declined, the invoice stays open; Stripe sends an event for the attempt. */
async function pay(stripe: Stripe, invoiceId: string, cardId: string): Promise<void> {
  try {
    await stripe.invoices.pay(
      invoiceId,
      { payment_method: cardId, off_session: true },
      { idempotencyKey: `pay:${invoiceId}:${cardId}` },
    );
  } catch (error) {
    // Invalid: it has been paid or voided since.
    if (!(error instanceof Stripe.errors.StripeCardError || isInvalid(error))) throw error;
  }
}
