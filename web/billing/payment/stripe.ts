import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { type PlanId, plans } from '../../../shared/plans.ts';
import { ApiError, call, describeError, type Sent } from '../../api.ts';
import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/payment.ts';

export const publishableKeyQuery = queryOptions({
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

export function stripeQuery(publishableKey: string) {
  return queryOptions({
    queryKey: ['stripe.js', publishableKey],
    queryFn: async (): Promise<Stripe> => {
      const stripe = await loadStripe(publishableKey);
      if (!stripe) throw new Error('Stripe.js loads only in a browser.');
      return stripe;
    },
    networkMode: 'always', // Fails at once when offline.
    structuralSharing: false, // Stripe's object cannot be compared.
  });
}

/** Of a card form's mutations, which run one at a time. */
export const cardKey = ['card'];

/** Confirms a new or saved card. Stripe then redirects to `/`. @throws CardError with Stripe's message */
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
    throw new CardError(joinSentences(texts.cardNotSetUp, texts.onlyOneCharge), { cause });
  });
  if (!error) return;
  const { setup_intent: intent, type } = error;
  const message = findMessage(error) ?? texts.cardNotSetUp;
  if (intent?.status !== 'succeeded') {
    const isFieldError = type === 'validation_error';
    throw new CardError(isFieldError ? message : joinSentences(message, describeCharge(type)), {
      isFieldError,
    });
  }
  // An earlier request confirmed it, but its response was lost.
  location.assign(`/?setup_intent=${intent.id}&redirect_status=succeeded`);
}

/** Lets the buyer's bank authenticate the first payment. Then imitates Stripe's redirect, with the PaymentIntent's id as `setup_intent`. */
export async function confirmPayment(stripe: Stripe, clientSecret: string): Promise<void> {
  const id = await answerBank(stripe, clientSecret);
  location.assign(`/?setup_intent=${id}&redirect_status=succeeded`);
}

/**
 * @returns the id of the payment
 * @see https://docs.stripe.com/js/payment_intents/handle_next_action
 * @throws CardError with Stripe's message
 */
export async function answerBank(stripe: Stripe, clientSecret: string): Promise<string> {
  const { paymentIntent, error } = await stripe.handleNextAction({ clientSecret }).catch((cause: unknown) => {
    throw new CardError(notConfirmedMessage, { cause });
  });
  if (error) {
    const message = findMessage(error) ?? texts.paymentNotConfirmed;
    throw new CardError(joinSentences(message, describeCharge(error.type)));
  }
  if (paymentIntent?.status !== 'succeeded') throw new CardError(notConfirmedMessage);
  return paymentIntent.id;
}

/** Only these messages are written for buyers. Others name parameters of Stripe's interface. */
function findMessage({ type, message }: StripeError): string | undefined {
  return type === 'card_error' || type === 'validation_error' ? message : undefined;
}

const notConfirmedMessage = joinSentences(texts.paymentNotConfirmed, texts.onlyOneCharge);

export class CardError extends Error {
  override readonly name = 'CardError';
  readonly isFieldError: boolean;

  constructor(
    message: string,
    { isFieldError = false, ...options }: ErrorOptions & { isFieldError?: boolean } = {},
  ) {
    super(message, options);
    this.isFieldError = isFieldError;
  }
}

/** If Stripe's response was lost, the card may have been charged. */
function describeCharge(type: string): string {
  return type === 'card_error' ? texts.nothingCharged : texts.onlyOneCharge;
}

export function buildCardErrorToast({ message }: CardError): ToastToShow {
  return buildFailureToast(texts.setupFailed, message);
}

/** @returns the client secret with which Stripe confirms the card or the payment */
export async function beginPurchase(
  plan: PlanId,
  options: Omit<Sent<'billing.create'>, 'priceId'>,
): Promise<string> {
  const { amountCents } = plans[plan];
  const { clientSecret } = await call('billing.create', { priceId: plan, amountCents, ...options });
  if (!clientSecret) throw new MissingClientSecretError();
  return clientSecret;
}

class MissingClientSecretError extends Error {
  override readonly name = 'MissingClientSecretError';
}

/** `conflict`: the page is outdated, or another request is running. `unavailable`: payments are not set up. */
type PurchaseFailure = 'conflict' | 'unavailable' | 'rate-limited' | 'failed';

export function classifyFailure(error: unknown): PurchaseFailure {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 409) return 'conflict';
  if (error.code === 'rate_limited') return 'rate-limited';
  return error.code === 'payments_unavailable' ? 'unavailable' : 'failed';
}

export function buildPurchaseErrorToast(error: unknown): ToastToShow | undefined {
  const failure = classifyFailure(error);
  if (failure === 'rate-limited') {
    return buildFailureToast(texts.failedTitle, describeError(error) ?? texts.triedTooOften);
  }
  // The page shows a notice for the other failures.
  if (failure !== 'failed') return undefined;
  const message = error instanceof MissingClientSecretError ? texts.processingFailed : texts.startFailed;
  return buildFailureToast(texts.failedTitle, joinSentences(message, texts.onlyOneCharge));
}
