import type Stripe from 'stripe';
import { addPayment } from '../../analytics/ledger.ts';
import { isDue, isOngoing, toIso } from '../standing.ts';
import { ignoreMissing, isInvalid, readId, withStripe } from '../stripe.ts';
import { endSubscription, endSubscriptionAndVoidInvoices } from './endings.ts';
import { findPaidPlan } from './payments.ts';
import { findPeriodInvoice, listSubscriptions } from './sync.ts';

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

/** The money is back with us, and the customer has to be paid another way. Premium stays ended. */
export async function handleFailedRefund(refundId: string, failedAt: number): Promise<string | undefined> {
  return withStripe(async (stripe) => {
    const refund = await ignoreMissing(stripe.refunds.retrieve(refundId));
    const payment = refund && (await findPaidInvoice(stripe, refund.payment_intent));
    if (!payment) return undefined;
    const reversal = describeReversal(refund, payment);
    // It may have failed before the refund was recorded.
    await addPayment({ sk: `REFUND#${refund.id}`, ...reversal });
    const at = new Date(failedAt).toISOString();
    await addPayment({
      ...reversal,
      sk: `REFUND-FAILED#${refund.id}`,
      amountCents: -reversal.amountCents,
      at,
    });
    return payment.customerId;
  });
}

/**
 * Most warnings become disputes, which cost more than the charge: pays it back, and ends its subscription.
 * https://docs.stripe.com/disputes/prevention/best-practices#early-fraud-warnings
 */
export async function handleFraudWarning(warningId: string): Promise<string | undefined> {
  return withStripe(async (stripe) => {
    const warning = await ignoreMissing(stripe.radar.earlyFraudWarnings.retrieve(warningId));
    const payment = warning && (await findPaidInvoice(stripe, warning.payment_intent));
    // Otherwise it has been refunded or disputed.
    if (!payment || !warning.actionable) return undefined;
    await payBack(stripe, warning);
    await endSubscriptionAndVoidInvoices(stripe, payment.subscriptionId);
    return payment.customerId;
  });
}

/** Stripe's event of the refund records it. */
async function payBack(stripe: Stripe, { id, charge }: Stripe.Radar.EarlyFraudWarning): Promise<void> {
  const refund = { charge: readId(charge) ?? '', reason: 'fraudulent' } as const;
  await stripe.refunds.create(refund, { idempotencyKey: `fraud:${id}` }).catch((error: unknown) => {
    // It has since been refunded or disputed.
    if (!isInvalid(error)) throw error;
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
