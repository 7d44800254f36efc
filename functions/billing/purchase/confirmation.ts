import type Stripe from 'stripe';
import type { ProfileItem } from '../../tables/users.ts';
import { listSubscriptions } from '../events/sync.ts';
import { readId, withStripe } from '../stripe.ts';

/** The payment of a subscription's latest invoice: https://docs.stripe.com/api/invoice-payment */
export async function findPaymentIntent(
  stripe: Stripe,
  { latest_invoice }: Stripe.Subscription,
): Promise<Stripe.PaymentIntent | undefined> {
  const invoice = readId(latest_invoice);
  if (!invoice) return undefined;
  const { data } = await stripe.invoicePayments.list({ invoice });
  const id = readId(data[0]?.payment.payment_intent);
  return id ? stripe.paymentIntents.retrieve(id) : undefined;
}

/** The client secret for confirming a first payment. Not stored, as Stripe advises. */
export async function findConfirmationSecret({
  customerId,
  purchase,
}: ProfileItem): Promise<string | undefined> {
  if (purchase?.state !== 'confirmation_needed' || !customerId) return undefined;
  return withStripe(async (stripe) => {
    const all = await listSubscriptions(stripe, customerId);
    const existing = all.find(({ metadata }) => metadata.setupIntentId === purchase.setupIntentId);
    const payment = existing && (await findPaymentIntent(stripe, existing));
    return payment?.status === 'requires_action' ? (payment.client_secret ?? undefined) : undefined;
  });
}
