import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';

/** Calls of Stripe's API that a page may make, with its publishable key. */
export type Call = <Answer>(
  method: 'GET' | 'POST',
  path: string,
  parameters?: Readonly<Record<string, string | undefined>>,
) => Promise<Answered<Answer>>;

/** Either what was asked for, or what is wrong, as Stripe.js says it. */
export type Answered<Answer> = { answer: Answer; error?: never } | { error: StripeError; answer?: never };

/** The calls go to the site's own origin, as its policy wants; the site hands them on. */
export function createCall(publishableKey: string): Call {
  return async (method, path, parameters = {}) => {
    const given = Object.entries(parameters).filter(
      (each): each is [string, string] => each[1] !== undefined,
    );
    const form = new URLSearchParams(given);
    try {
      const response = await fetch(`/stripe-stand-in${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        credentials: 'omit',
        headers: { authorization: `Bearer ${publishableKey}` },
        ...(method === 'POST' && { body: form }),
      });
      const body = await response.json();
      return response.ok ? { answer: body } : { error: body.error };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  };
}

export function setupIntentPath(clientSecret: string): string {
  return `/v1/setup_intents/${idOf(clientSecret)}`;
}

export function retrievePayment(call: Call, clientSecret: string): Promise<Answered<PaymentIntent>> {
  return call('GET', `/v1/payment_intents/${idOf(clientSecret)}`, { client_secret: clientSecret });
}

export function retrieve(call: Call, clientSecret: string): Promise<Answered<SetupIntent>> {
  return call('GET', setupIntentPath(clientSecret), { client_secret: clientSecret });
}

/** What the holder's bank tells Stripe. */
export function authenticate(call: Call, clientSecret: string, succeed: boolean): Promise<Answered<unknown>> {
  const kind = clientSecret.startsWith('pi_') ? 'payment' : 'setup';
  return call('POST', `/control/${kind}-intents/${idOf(clientSecret)}/authenticate`, {
    client_secret: clientSecret,
    succeed: String(succeed),
  });
}

/** A client secret holds the intent's id: `seti_1_secret_2`. */
function idOf(clientSecret: string): string {
  return encodeURIComponent(clientSecret.split('_secret_')[0] ?? '');
}
