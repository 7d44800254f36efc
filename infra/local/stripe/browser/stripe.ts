import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import {
  type Answered,
  authenticate,
  type Call,
  createCall,
  retrieve,
  retrievePayment,
  setupIntentPath,
} from './calls.ts';
import { cardParameters } from './card.ts';
import { askBank } from './challenge.ts';
import {
  createElements,
  type Elements,
  type ElementsOptions,
  type ElementsPart,
  notModelled,
} from './elements.ts';

/** What `Stripe(key)` gives, as far as Parley uses it. */
interface StripeStandIn {
  elements(options?: ElementsOptions): Elements;
  confirmSetup(options: ConfirmSetup): Promise<SetupResult>;
  /** Of a PaymentIntent that waits for its holder. */
  handleNextAction(options: { clientSecret: string }): Promise<PaymentResult>;
  retrieveSetupIntent(clientSecret: string): Promise<SetupResult>;
  /** Without these, React's components take it for somebody else. */
  createToken(): never;
  createPaymentMethod(): never;
  confirmCardPayment(): never;
  _registerWrapper(): void;
  registerAppInfo(): void;
}

interface ConfirmSetup {
  readonly elements?: Elements;
  /** Where there are no elements, of an intent that has its payment method already. */
  readonly clientSecret?: string;
  readonly confirmParams?: { readonly return_url?: string; readonly payment_method?: string };
  readonly redirect?: 'always' | 'if_required';
}

type PaymentResult = { paymentIntent: PaymentIntent } | { error: StripeError };
type SetupResult = { setupIntent: SetupIntent } | { error: StripeError };

export function createStripe(publishableKey: string): StripeStandIn {
  const call = createCall(publishableKey);
  const parts = new WeakMap<Elements, ElementsPart>();
  return {
    elements: (options = {}) => {
      const part = createElements(
        options,
        async (clientSecret) => (await retrieve(call, clientSecret)).error,
      );
      parts.set(part.elements, part);
      return part.elements;
    },
    confirmSetup: ({ elements, ...options }) => confirmSetup(call, elements && parts.get(elements), options),
    handleNextAction: ({ clientSecret }) => handleNextAction(call, clientSecret),
    retrieveSetupIntent: async (clientSecret) => resultOf(await retrieve(call, clientSecret)),
    createToken: refuse('createToken'),
    createPaymentMethod: refuse('createPaymentMethod'),
    confirmCardPayment: refuse('confirmCardPayment'),
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  };
}

async function confirmSetup(
  call: Call,
  part: ElementsPart | undefined,
  {
    clientSecret = part?.clientSecret,
    confirmParams = {},
    redirect = 'always',
  }: Omit<ConfirmSetup, 'elements'>,
): Promise<SetupResult> {
  const { return_url, payment_method } = confirmParams;
  if (!clientSecret) throw new Error('confirmSetup needs elements with a client secret, or a client secret.');
  if (redirect === 'always' && !return_url) throw new Error('confirmSetup needs a return_url.');
  const submitted = part?.submit();
  if (submitted && 'error' in submitted) return submitted;

  const confirmed = await call<SetupIntent>('POST', `${setupIntentPath(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    payment_method,
    return_url,
    ...(submitted && cardParameters(submitted.card)),
  });
  const result = failedOr(await withBank(call, clientSecret, confirmed));
  if ('error' in result || redirect === 'if_required') return result;
  location.assign(returnUrl(result.setupIntent, clientSecret, return_url ?? ''));
  return new Promise(() => {});
}

async function handleNextAction(call: Call, clientSecret: string): Promise<PaymentResult> {
  const { answer, error } = await retrievePayment(call, clientSecret);
  if (error) return { error };
  if (answer.status !== 'requires_action') throw new Error('The PaymentIntent requires no action.');
  const asked = await authenticate(call, clientSecret, await askBank());
  if (asked.error) return { error: asked.error };
  const after = await retrievePayment(call, clientSecret);
  if (after.error) return { error: after.error };
  const failure = after.answer.last_payment_error;
  return failure ? { error: failure as StripeError } : { paymentIntent: after.answer };
}

/** Has the holder asked where their bank wants to. */
async function withBank(
  call: Call,
  clientSecret: string,
  confirmed: Answered<SetupIntent>,
): Promise<Answered<SetupIntent>> {
  if (confirmed.answer?.status !== 'requires_action') return confirmed;
  const succeed = await askBank();
  const asked = await authenticate(call, clientSecret, succeed);
  return asked.error ? { error: asked.error } : retrieve(call, clientSecret);
}

function resultOf({ answer, error }: Answered<SetupIntent>): SetupResult {
  return error ? { error } : { setupIntent: answer };
}

/** After a failure the intent waits for another card, and says why. */
function failedOr(answered: Answered<SetupIntent>): SetupResult {
  const { answer } = answered;
  const failure = answer?.status === 'requires_payment_method' && answer.last_setup_error;
  return failure ? { error: { ...failure, setup_intent: answer } as StripeError } : resultOf(answered);
}

function returnUrl({ id, status }: SetupIntent, clientSecret: string, address: string): string {
  const url = new URL(address);
  url.searchParams.set('setup_intent', id);
  url.searchParams.set('setup_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', status);
  return url.href;
}

function refuse(method: string): () => never {
  return () => {
    throw notModelled(method);
  };
}
