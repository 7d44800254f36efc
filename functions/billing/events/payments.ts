import Stripe from 'stripe';
import { addPayment } from '../../analytics/ledger.ts';
import { findPlan, isCollectionPaused, isDue, isOngoing, isScheduledToEnd, toIso } from '../standing.ts';
import { ignoreMissing, isInvalid, readId, withStripe } from '../stripe.ts';
import { endSubscription, endSubscriptionAndVoidInvoices } from './endings.ts';
import { findPeriodInvoice, listSubscriptions } from './sync.ts';

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
async function findPaidPlan(stripe: Stripe, { lines }: Stripe.Invoice): Promise<string | null> {
  const line = lines.data.findLast(({ amount }) => amount > 0);
  const price = readId(line?.pricing?.price_details?.price);
  return price ? findPlan(await stripe.prices.retrieve(price)) : null;
}

/** Charges unpaid invoices to a new default card, once per card: Stripe would wait days, or not try again. */
export async function chargeUnpaidInvoices(customerId: string): Promise<void> {
  await withStripe(async (stripe) => {
    const customer = await stripe.customers.retrieve(customerId);
    const cardId = readId(customer.deleted ? null : customer.invoice_settings.default_payment_method);
    if (!cardId) return;
    for (const each of await listSubscriptions(stripe, customerId)) {
      // Only the latest invoice: the buyer may not have had Premium in earlier periods.
      const invoiceId = readId(each.latest_invoice);
      if (isOwed(each) && invoiceId) await pay(stripe, invoiceId, cardId);
    }
  });
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

/** A full refund of the latest invoice ends its subscription. @returns the customer, if the charge is ours */
export async function handleRefund(chargeId: string): Promise<string | undefined> {
  return withStripe(async (stripe) => {
    const charge = await ignoreMissing(stripe.charges.retrieve(chargeId));
    const payment = charge && (await findPaidInvoice(stripe, charge.payment_intent));
    if (!payment) return undefined;
    for await (const refund of stripe.refunds.list({ charge: chargeId, limit: 100 })) {
      if (refund.status === 'failed' || refund.status === 'canceled') continue;
      await addPayment({ sk: `REFUND#${refund.id}`, ...describeReversal(refund, payment) });
    }
    if (charge.refunded) await endRefunded(stripe, payment);
    return payment.customerId;
  });
}

/**
 * An open dispute pauses Premium and billing, or ends the subscription if a payment is due; a lost one ends it.
 * @param closedAt the time of Stripe's event, in milliseconds since 1970
 * @returns the customer, if the charge is ours
 */
export async function handleDispute(disputeId: string, closedAt?: number): Promise<string | undefined> {
  return withStripe(async (stripe) => {
    let dispute = await ignoreMissing(stripe.disputes.retrieve(disputeId));
    const payment = dispute && (await findPaidInvoice(stripe, dispute.payment_intent));
    if (!dispute || !payment) return undefined;
    for (let applied: string | undefined; applied !== dispute.status; ) {
      applied = dispute.status;
      await applyDispute(stripe, payment.customerId, dispute);
      // It may have been closed in the meantime, and that event already handled.
      dispute = await stripe.disputes.retrieve(disputeId);
    }
    const reversal = describeReversal(dispute, payment);
    // An inquiry takes no money: https://docs.stripe.com/disputes/how-disputes-work#inquiries
    if (!dispute.status.startsWith('warning_')) {
      await addPayment({ sk: `DISPUTE#${disputeId}`, ...reversal });
    }
    if (closedAt !== undefined && dispute.status === 'won') {
      const at = new Date(closedAt).toISOString();
      await addPayment({ ...reversal, sk: `WON#${disputeId}`, amountCents: -reversal.amountCents, at });
    }
    return payment.customerId;
  });
}

interface Payment {
  readonly customerId: string;
  readonly invoiceId: string;
  readonly subscriptionId: string;
  readonly plan: string | null;
}

/** Charges do not name their invoice: https://docs.stripe.com/api/invoice-payment */
async function findPaidInvoice(stripe: Stripe, intent: unknown): Promise<Payment | undefined> {
  const payment_intent = readId(intent);
  if (!payment_intent) return undefined;
  const { data } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent } });
  const invoiceId = readId(data[0]?.invoice);
  const invoice = invoiceId && (await stripe.invoices.retrieve(invoiceId));
  if (!invoice) return undefined;
  const { metadata, subscription } = invoice.parent?.subscription_details ?? {};
  const [customerId, subscriptionId] = [readId(invoice.customer), readId(subscription)];
  if (!metadata?.userId || !customerId || !subscriptionId) return undefined;
  const plan = await findPaidPlan(stripe, invoice);
  return { customerId, invoiceId: invoice.id, subscriptionId, plan };
}

async function endRefunded(stripe: Stripe, { subscriptionId, invoiceId }: Payment): Promise<void> {
  const latest = await findPeriodInvoice(stripe, subscriptionId);
  if (latest?.id === invoiceId) await endSubscription(stripe, subscriptionId);
}

/** Subscriptions made after the dispute are not affected. */
async function applyDispute(stripe: Stripe, customerId: string, dispute: Stripe.Dispute): Promise<void> {
  for (const each of await listSubscriptions(stripe, customerId)) {
    if (!each.metadata.userId || !isOngoing(each.status) || each.created > dispute.created) continue;
    if (dispute.status === 'lost') await endSubscriptionAndVoidInvoices(stripe, each.id);
    else if (endedWithoutLoss.has(dispute.status)) await resume(stripe, each, dispute.id);
    else if (isDue(each.status)) await endSubscriptionAndVoidInvoices(stripe, each.id);
    else await pause(stripe, each, dispute.id);
  }
}

const endedWithoutLoss: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** Not ended, so that it can resume after a won dispute. Drafts would still be charged: https://docs.stripe.com/billing/subscriptions/pause-payment */
async function pause(stripe: Stripe, { id }: Stripe.Subscription, dispute: string): Promise<void> {
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' }, metadata: { dispute } });
  for await (const draft of stripe.invoices.list({ subscription: id, status: 'draft', limit: 100 })) {
    await stripe.invoices.update(draft.id, { auto_advance: false });
  }
}

/** Only if no other dispute has paused it in the meantime. */
async function resume(stripe: Stripe, { id, metadata }: Stripe.Subscription, dispute: string): Promise<void> {
  if (metadata.dispute !== dispute) return;
  await stripe.subscriptions.update(id, { pause_collection: '', metadata: { dispute: '' } });
}

function describeReversal({ amount, currency, created }: Stripe.Refund | Stripe.Dispute, { plan }: Payment) {
  return { amountCents: -amount, currency, plan, at: toIso(created) };
}
