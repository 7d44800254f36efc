import Stripe from 'stripe';
import { findVariable } from '../environment.ts';
import { Conflict, PaymentsUnavailable, ProductError, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { logProviderAnswered, logProviderFailed } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { getPaymentKeys, type PaymentKeys, readNewKeys } from './payment-keys.ts';

/**
 * If Stripe refuses the key, reads it again and repeats the work, which must be idempotent.
 * @throws PaymentsUnavailable, ProviderFailed, ProviderTimeout, Conflict if Stripe is handling the same request
 */
export async function withStripe<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
  const keys = await getPaymentKeys();
  try {
    return await work(getClient(keys));
  } catch (error) {
    const newKeys = isRefusedKey(error) ? await readNewKeys(keys) : undefined;
    if (!newKeys) throw toProductError(error);
    return work(getClient(newKeys)).catch((retryError: unknown) => {
      throw toProductError(retryError);
    });
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

export async function ignoreMissing<Kind>(request: Promise<Kind>): Promise<Kind | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Also for a missing object. */
export function isInvalid(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** A refused key is none: it is read again, and the work repeated. */
export function isStripeFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && !isRefusedKey(error);
}

/** Stripe returns an id, or the whole object if it is expanded. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

export function isLiveModeKey({ secretKey }: PaymentKeys): boolean {
  return secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_');
}

const clients = new Map<string, Stripe>();

function getClient({ secretKey }: PaymentKeys): Stripe {
  const client = clients.get(secretKey) ?? createClient(secretKey);
  clients.set(secretKey, client);
  return client;
}

/** Two attempts of 6 seconds leave every function time to answer. */
function createClient(secretKey: string): Stripe {
  const options = {
    ...parseStripeUrl(findVariable('STRIPE_URL')),
    timeout: 6_000,
    maxNetworkRetries: 1,
    telemetry: false,
  };
  const client = new Stripe(secretKey, options);
  client.on('response', ({ status, elapsed }: { status: number; elapsed: number }) => {
    if (status < 500) logProviderAnswered({ provider: 'stripe', durationMs: elapsed, paidFor: {} });
  });
  return client;
}

/** For an address other than Stripe's, such as the stand-in's. */
export function parseStripeUrl(url: string | undefined) {
  if (!url) return {};
  const { hostname, port } = new URL(url);
  return { protocol: 'http', host: hostname, port } as const;
}

function isRefusedKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAuthenticationError;
}

/** Stripe's HTTP client gives its own timeouts this code, and Node the operating system's. */
function isLate({ detail }: Stripe.errors.StripeError): boolean {
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT';
}

function toProductError(error: unknown): unknown {
  if (error instanceof ProductError || !(error instanceof Stripe.errors.StripeError)) return error;
  if (isRefusedKey(error)) return new PaymentsUnavailable({ cause: error });
  // The page and the webhook may activate a purchase at the same time.
  if (error.statusCode === 409)
    return new Conflict(say('alreadyWorking'), 'notChargedTwice', { cause: error });
  const productError = isLate(error)
    ? new ProviderTimeout('payment', { cause: error })
    : new ProviderFailed('payment', { cause: error });
  logProviderFailed({ provider: 'stripe', code: productError.code });
  return productError;
}
