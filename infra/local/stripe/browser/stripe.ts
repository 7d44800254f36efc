import type { PaymentIntent, SetupIntent, StripeConstructor, StripeError } from '@stripe/stripe-js';
import { createPaymentElement, type PaymentElement, showBankDialog } from './payment-element.ts';

/** Replaces Stripe.js: `loadStripe` takes `window.Stripe` and loads nothing. */
declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

window.Stripe = Object.assign(createStripe, { version: 'endive' }) as unknown as StripeConstructor;

function createStripe(publishableKey: string) {
  const call = createCall(publishableKey);
  return {
    elements: ({ clientSecret }: { clientSecret: string }) => createElements(call, clientSecret),
    confirmSetup: (options: ConfirmSetup) => confirmSetup(call, options),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handleNextAction(call, clientSecret),
    // Stripe's React components check for these.
    createToken: refuse,
    createPaymentMethod: refuse,
    confirmCardPayment: refuse,
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  };
}

type Call = <Value>(
  method: 'GET' | 'POST',
  path: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<Result<Value>>;

type Result<Value> = { value: Value; error?: never } | { error: StripeError; value?: never };

/** Calls go to the site's own origin: its CSP allows no other. */
function createCall(publishableKey: string): Call {
  return async (method, path, parameters) => {
    const form = new URLSearchParams(parameters);
    try {
      const response = await fetch(`/stripe-stand-in${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        credentials: 'omit',
        headers: { authorization: `Bearer ${publishableKey}` },
        ...(method === 'POST' && { body: form }),
      });
      const body = await response.json();
      return response.ok ? { value: body } : { error: body.error };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
        'Please check your internet connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  };
}

type Elements = ReturnType<typeof createElements>;

function createElements(call: Call, clientSecret: string) {
  const elements = {
    clientSecret,
    paymentElement: undefined as PaymentElement | undefined,
    create: (type: string) => {
      if (type !== 'payment') refuse();
      elements.paymentElement = createPaymentElement(() => retrieve(call, clientSecret));
      return elements.paymentElement.element;
    },
    update: () => {},
  };
  return elements;
}

interface ConfirmSetup {
  readonly elements?: Elements;
  /** Instead of elements, for an intent that already has a card. */
  readonly clientSecret?: string;
  readonly confirmParams: { readonly return_url: string };
}

async function confirmSetup(call: Call, options: ConfirmSetup): Promise<{ error: StripeError }> {
  const { elements, clientSecret = elements?.clientSecret, confirmParams } = options;
  if (!clientSecret) throw new Error('confirmSetup needs elements or a client secret.');
  const { return_url } = confirmParams;
  const confirmed = await call<SetupIntent>('POST', `${buildIntentPath(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    return_url,
    ...elements?.paymentElement?.read(),
  });
  const isAuthenticating = confirmed.value?.status === 'requires_action';
  const { value: intent, error } = isAuthenticating
    ? await authenticate<SetupIntent>(call, clientSecret)
    : confirmed;
  if (error) return { error };
  if (intent.last_setup_error) {
    const { type, ...failure } = intent.last_setup_error;
    return { error: { type, ...failure, setup_intent: intent } };
  }
  const url = new URL(return_url);
  url.searchParams.set('setup_intent', intent.id);
  url.searchParams.set('setup_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', intent.status);
  location.assign(url);
  return new Promise(() => {});
}

async function handleNextAction(
  call: Call,
  clientSecret: string,
): Promise<{ paymentIntent: PaymentIntent } | { error: StripeError }> {
  const { value: intent, error } = await authenticate<PaymentIntent>(call, clientSecret);
  if (error) return { error };
  return intent.last_payment_error ? { error: intent.last_payment_error } : { paymentIntent: intent };
}

async function authenticate<Intent>(call: Call, clientSecret: string): Promise<Result<Intent>> {
  const succeed = String(await showBankDialog());
  const path = buildIntentPath(clientSecret).replace('/v1/', '/control/').replace('_intents', '-intents');
  const result = await call('POST', `${path}/authenticate`, { client_secret: clientSecret, succeed });
  return result.error ? { error: result.error } : retrieve<Intent>(call, clientSecret);
}

function retrieve<Intent>(call: Call, clientSecret: string): Promise<Result<Intent>> {
  return call('GET', buildIntentPath(clientSecret), { client_secret: clientSecret });
}

/** A client secret begins with its intent's id: `seti_1_secret_2`. */
function buildIntentPath(clientSecret: string): string {
  const kind = clientSecret.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
  return `/v1/${kind}/${encodeURIComponent(clientSecret.split('_secret_', 1)[0] ?? '')}`;
}

function refuse(): never {
  throw new Error('Stripe’s stand-in does not model this.');
}
