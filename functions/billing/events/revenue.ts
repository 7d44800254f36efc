import { isPlanId } from '../../../shared/plans.ts';
import { addPayment } from '../../analytics/ledger.ts';
import { ignoreMissing, withStripe } from '../stripe.ts';

export async function recordRevenue(invoiceId: string): Promise<void> {
  const invoice = await withStripe((stripe) => ignoreMissing(stripe.invoices.retrieve(invoiceId)));
  // Stripe copies our subscription's metadata onto its invoices; other products' invoices lack it.
  const { userId, plan = '' } = invoice?.parent?.subscription_details?.metadata ?? {};
  const paidAt = invoice?.status_transitions.paid_at;
  if (!invoice || !userId || !paidAt || invoice.amount_paid <= 0) return;
  await addPayment({
    sk: `INVOICE#${invoiceId}`,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    plan: isPlanId(plan) ? plan : null,
    at: new Date(paidAt * 1_000).toISOString(),
  });
}
