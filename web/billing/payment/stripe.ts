import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api.ts';
import type { ToastToShow } from '../../components/toasts/toasts.ts';

/** Stripe's key for browsers; null where payments are not set up. */
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

/** Stripe's script, loaded when a plan has been picked and not before; it can be asked for again. */
export function stripeQuery(paymentKey: string) {
  return queryOptions({
    queryKey: ['stripe.js', paymentKey],
    queryFn: async (): Promise<Stripe> => {
      const stripe = await loadStripe(paymentKey);
      if (!stripe) throw new Error('Stripe.js needs a window.');
      return stripe;
    },
    // Fails at once without a connection, and is no data to be compared.
    networkMode: 'always',
    structuralSharing: false,
  });
}

/**
 * Has the card confirmed, by the form's fields or as one that Stripe has kept. Stripe then leaves the page for the
 * site's root, so this ends only where it fails.
 *
 * @throws SetupError with Stripe's message
 */
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
    throw new SetupError(`${unknownReason} ${onlyOnce}`, { cause });
  });
  if (!error) return;
  const { setup_intent: intent, message = unknownReason, type } = error;
  if (intent?.status !== 'succeeded') {
    const isAtField = type === 'validation_error';
    throw new SetupError(isAtField ? message : `${message} ${costAfter(type)}`, { isAtField });
  }
  // It was confirmed by a press before, whose answer was lost.
  location.assign(`/?setup_intent=${intent.id}&redirect_status=succeeded`);
}

/**
 * Has the buyer's bank ask about a first payment: https://docs.stripe.com/js/payment_intents/handle_next_action. Then
 * the page is left as after the form.
 *
 * @throws SetupError with Stripe's message
 */
export async function confirmPayment(stripe: Stripe, clientSecret: string): Promise<void> {
  const { paymentIntent, error } = await stripe.handleNextAction({ clientSecret }).catch((cause: unknown) => {
    throw new SetupError(`${unconfirmedReason} ${onlyOnce}`, { cause });
  });
  if (error) throw new SetupError(`${error.message ?? unconfirmedReason} ${costAfter(error.type)}`);
  if (paymentIntent?.status !== 'succeeded') throw new SetupError(`${unconfirmedReason} ${onlyOnce}`);
  location.assign(`/?setup_intent=${paymentIntent.id}&redirect_status=succeeded`);
}

const unconfirmedReason = 'The payment could not be confirmed. Please try again.';

/** Stripe has not taken the card; the message is Stripe's, for people, and says what it cost. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  /** It stands beside the field that it is about. */
  readonly isAtField: boolean;

  constructor(
    message: string,
    { isAtField = false, ...options }: ErrorOptions & { isAtField?: boolean } = {},
  ) {
    super(message, options);
    this.isAtField = isAtField;
  }
}

/** Where Stripe's answer was lost, the card may be confirmed, and charged where that was agreed. */
function costAfter(type: string): string {
  return type === 'card_error' ? 'Nothing was charged.' : onlyOnce;
}

const onlyOnce = 'Nothing is charged twice.';
const unknownReason = 'Your card could not be set up. Please try again.';

export function setupToast({ message }: SetupError): ToastToShow {
  return { tone: 'destructive', stay: 'long', title: 'Setup Failed', description: message };
}
