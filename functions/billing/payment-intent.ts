import type Stripe from 'stripe';
import { readId } from './stripe.ts';

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

/** Stripe reports a renewal that needs the cardholder as pending, or as declined with this code. */
export function needsConfirmation(intent: Stripe.PaymentIntent | undefined): boolean {
  return (
    intent?.status === 'requires_action' || intent?.last_payment_error?.code === 'authentication_required'
  );
}
