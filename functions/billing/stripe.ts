import Stripe from 'stripe';
import { Conflict, PaymentsUnavailable, ProductError, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { providerAnswered, providerFailed } from '../telemetry/events.ts';
import { type PaymentKeys, paymentKeys, replacedKeys } from './payment-keys.ts';

/**
 * Work at Stripe. Where the key is refused, it is read anew and the work is done once more, so the work must come to
 * the same however often it is done.
 *
 * @throws PaymentsUnavailable, ProviderFailed, ProviderTimeout, Conflict where Stripe is at the very same request, and
 * what the work throws of the product's own errors
 */
export async function withStripe<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
  const keys = await paymentKeys();
  try {
    return await work(clientOf(keys));
  } catch (error) {
    const replaced = isRefusedKey(error) ? await replacedKeys(keys) : undefined;
    if (!replaced) throw productError(error);
    return work(clientOf(replaced)).catch((again: unknown) => {
      throw productError(again);
    });
  }
}

/** Stripe knows nothing by this id: it was deleted, or never was. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** What Stripe has; undefined when it knows nothing by that id. */
export async function unlessMissing<Kind>(asked: Promise<Kind>): Promise<Kind | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Stripe refuses to do this at all; what is missing is a case of it. */
export function isInvalid(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** The id of what Stripe gives as an id, or as the whole object where it was asked to. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** Whether keys are for real money. */
export function isLive({ secretKey }: PaymentKeys): boolean {
  return secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_');
}

const clients = new Map<string, Stripe>();

function clientOf({ secretKey }: PaymentKeys): Stripe {
  const client = clients.get(secretKey) ?? createClient(secretKey);
  clients.set(secretKey, client);
  return client;
}

/** Two attempts of at most 6 seconds leave every function time to answer. */
function createClient(secretKey: string): Stripe {
  const options = { ...address(), timeout: 6_000, maxNetworkRetries: 1, telemetry: false };
  const client = new Stripe(secretKey, options);
  // One piece of work may be several calls; what fails is tried once more within a call.
  client.on('response', ({ status, elapsed }: { status: number; elapsed: number }) => {
    if (status < 500) providerAnswered({ provider: 'stripe', durationMs: elapsed, paidFor: {} });
  });
  return client;
}

/** Stripe's own, but where Stripe's API is elsewhere. */
function address() {
  if (!process.env.STRIPE_URL) return {};
  const { hostname, port } = new URL(process.env.STRIPE_URL);
  return { protocol: 'http', host: hostname, port } as const;
}

function isRefusedKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError;
}

function productError(error: unknown): unknown {
  if (error instanceof ProductError || !(error instanceof Stripe.errors.StripeError)) return error;
  if (isRefusedKey(error)) return new PaymentsUnavailable({ cause: error });
  // The same request is under way: the page that asks and Stripe's signal come within the same second.
  if (error.statusCode === 409) {
    return new Conflict('This is being done already.', 'once', 'Wait a moment, then look again.', {
      cause: error,
    });
  }
  const isLate =
    error instanceof Stripe.errors.StripeConnectionError && /timeout|timed out/i.test(error.message);
  const own = isLate
    ? new ProviderTimeout('payment', { cause: error })
    : new ProviderFailed('payment', { cause: error });
  providerFailed({ provider: 'stripe', code: own.code });
  return own;
}
