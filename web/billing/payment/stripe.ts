import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api.ts';
import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/payment.ts';

export const paymentKeyQuery = queryOptions({
  queryKey: ['/api/stripe-config'],
  queryFn: async ({ signal }): Promise<string | null> => {
    try {
      const { publishableKey } = await call('billing.config', {}, { signal });
      return publishableKey || null;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'payments_unavailable') return null;
      throw error;
    }
  },
});

export function stripeQuery(paymentKey: string) {
  return queryOptions({
    queryKey: ['stripe.js', paymentKey],
    queryFn: async (): Promise<Stripe> => {
      const stripe = await loadStripe(paymentKey);
      if (!stripe) throw new Error('Stripe.js needs a window.');
      return stripe;
    },
    // Fails at once offline. Stripe's object cannot be compared.
    networkMode: 'always',
    structuralSharing: false,
  });
}

/** Confirms a new or a saved card; Stripe then opens the site's root. @throws CardError with Stripe's message */
export async function confirmCard(
  stripe: Stripe,
  card: { elements: StripeElements } | { clientSecret: string },
): Promise<void> {
  const confirmParams = { return_url: `${location.origin}/` };
  const confirming =
    'elements' in card
      ? stripe.confirmSetup({ elements: card.elements, confirmParams })
      : stripe.confirmSetup({ clientSecret: card.clientSecret, confirmParams });
  const { error } = await confirming.catch((cause: unknown) => {
    throw new CardError(`${texts.cardNotSetUp} ${texts.onlyOneCharge}`, { cause });
  });
  if (!error) return;
  const { setup_intent: intent, message = texts.cardNotSetUp, type } = error;
  if (intent?.status !== 'succeeded') {
    const isAtField = type === 'validation_error';
    throw new CardError(isAtField ? message : `${message} ${describeCost(type)}`, { isAtField });
  }
  // An earlier press had confirmed it, but its answer was lost.
  location.assign(`/?setup_intent=${intent.id}&redirect_status=succeeded`);
}

/**
 * Confirms a first payment with the buyer's bank (https://docs.stripe.com/js/payment_intents/handle_next_action). Then
 * imitates the redirect after the form, with the PaymentIntent's id as `setup_intent`.
 *
 * @throws CardError with Stripe's message
 */
export async function confirmPayment(stripe: Stripe, clientSecret: string): Promise<void> {
  const { paymentIntent, error } = await stripe.handleNextAction({ clientSecret }).catch((cause: unknown) => {
    throw new CardError(unconfirmed, { cause });
  });
  if (error) throw new CardError(`${error.message ?? texts.paymentNotConfirmed} ${describeCost(error.type)}`);
  if (paymentIntent?.status !== 'succeeded') throw new CardError(unconfirmed);
  location.assign(`/?setup_intent=${paymentIntent.id}&redirect_status=succeeded`);
}

const unconfirmed = `${texts.paymentNotConfirmed} ${texts.onlyOneCharge}`;

export class CardError extends Error {
  override readonly name = 'CardError';
  readonly isAtField: boolean;

  constructor(
    message: string,
    { isAtField = false, ...options }: ErrorOptions & { isAtField?: boolean } = {},
  ) {
    super(message, options);
    this.isAtField = isAtField;
  }
}

/** If Stripe's answer was lost, the card may have been charged. */
function describeCost(type: string): string {
  return type === 'card_error' ? texts.nothingCharged : texts.onlyOneCharge;
}

export function buildCardToast({ message }: CardError): ToastToShow {
  return buildFailureToast(texts.setupFailed, message);
}
