import Stripe from 'stripe';
import { addPayment } from '../../analytics/ledger.ts';
import { findPlan, isCollectionPaused, isScheduledToEnd, toIso } from '../standing.ts';
import { ignoreMissing, isInvalid, readId, withStripe } from '../stripe.ts';
import { isTaxAutomatic, readTaxAddress } from '../tax.ts';

export async function recordRevenue(invoiceId: string): Promise<void> {
  const invoice = await withStripe((stripe) => ignoreMissing(stripe.invoices.retrieve(invoiceId)));
  // Stripe copies our subscription's metadata onto its invoices; other products' invoices lack it.
  const { userId } = invoice?.parent?.subscription_details?.metadata ?? {};
  const paidAt = invoice?.status_transitions.paid_at;
  if (!invoice || !userId || !paidAt || invoice.amount_paid <= 0) return;
  await addPayment({
    sk: `INVOICE#${invoiceId}`,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    plan: await withStripe((stripe) => findPaidPlan(stripe, invoice)),
    at: toIso(paidAt),
  });
}

/** After a change of plan, the first line gives the former plan's time back. */
export async function findPaidPlan(stripe: Stripe, { lines }: Stripe.Invoice): Promise<string | null> {
  const line = lines.data.findLast(({ amount }) => amount > 0);
  const price = readId(line?.pricing?.price_details?.price);
  return price ? findPlan(await stripe.prices.retrieve(price)) : null;
}

/**
 * A new default card brings its address for the tax, and pays what is unpaid, once per card: Stripe would wait days,
 * or not try again.
 *
 * @param subscriptions all of a customer, with `assessedFields`
 * @returns whether it has tried to pay
 */
export async function takeNewCard(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  const { customer } = subscriptions[0] ?? {};
  if (!customer || typeof customer === 'string' || customer.deleted) return false;
  const cardId = readId(customer.invoice_settings.default_payment_method);
  if (!cardId) return false;
  if (isTaxAutomatic()) await takeAddress(stripe, customer.id, cardId);
  // Only the latest invoice: the buyer may not have had Premium in earlier periods.
  const unpaid = subscriptions.filter(isOwed).flatMap((each) => readId(each.latest_invoice) ?? []);
  for (const invoiceId of unpaid) await pay(stripe, invoiceId, cardId);
  return unpaid.length > 0;
}

async function takeAddress(stripe: Stripe, customerId: string, cardId: string): Promise<void> {
  const card = await ignoreMissing(stripe.paymentMethods.retrieve(cardId));
  const address = card && readTaxAddress(card);
  if (address) await ignoreMissing(stripe.customers.update(customerId, { address }));
}

/** The buyer of an ended, cancelled or paused subscription has nothing left to pay for. */
function isOwed(subscription: Stripe.Subscription): boolean {
  const { status, metadata } = subscription;
  const isUnpaid = status === 'past_due' || status === 'unpaid';
  const isLeft = isScheduledToEnd(subscription) || isCollectionPaused(subscription);
  return Boolean(metadata.userId) && isUnpaid && !isLeft;
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
    // Invalid: it has since been paid or voided.
    if (!(error instanceof Stripe.errors.StripeCardError || isInvalid(error))) throw error;
  }
}
