import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '../environment.ts';
import { PaymentsUnavailable } from '../errors.ts';
import { paymentKeysUnreadable } from '../telemetry/events.ts';

/** What Stripe and we know each other by. */
export interface PaymentKeys {
  /** Ours alone. */
  readonly secretKey: string;
  /** What webhooks are signed with. */
  readonly webhookSecret: string;
  /** For the page. */
  readonly publishableKey: string;
}

/**
 * The keys of the secret, read once for each function's life.
 *
 * @throws PaymentsUnavailable where the secret holds none, or cannot be read; it is looked at again a minute later
 */
export async function paymentKeys(): Promise<PaymentKeys> {
  const keys = await (latest?.keys ?? readAnew());
  if (keys) return keys;
  const later = await (isDue() ? readAnew() : latest?.keys);
  if (!later) throw new PaymentsUnavailable();
  return later;
}

/**
 * The keys as they are now, for whoever has found the known ones wrong: they may have been replaced. At most once
 * a minute, or forged calls would become a bill.
 *
 * @returns undefined where they are not other keys, or where they were read a moment ago
 */
export async function replacedKeys(known: PaymentKeys): Promise<PaymentKeys | undefined> {
  const keys = isDue() ? await readAnew() : await latest?.keys;
  return keys && !isSame(keys, known) ? keys : undefined;
}

const pauseMs = 60_000;

let latest: { readonly at: number; readonly keys: Promise<PaymentKeys | undefined> } | undefined;

function isDue(): boolean {
  return latest === undefined || performance.now() - latest.at >= pauseMs;
}

/** Who comes while it is read waits for the same answer. What cannot be read now leaves what was known. */
function readAnew(): Promise<PaymentKeys | undefined> {
  const known = latest?.keys;
  const keys = readSecret().catch((error: unknown) => {
    paymentKeysUnreadable({ error });
    return known;
  });
  latest = { at: performance.now(), keys };
  return keys;
}

async function readSecret(): Promise<PaymentKeys | undefined> {
  const { SecretString = '{}' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: environment('STRIPE_SECRET') }),
  );
  const { secretKey, webhookSecret, publishableKey }: Partial<PaymentKeys> = JSON.parse(SecretString);
  return secretKey && webhookSecret && publishableKey
    ? { secretKey, webhookSecret, publishableKey }
    : undefined;
}

function isSame(one: PaymentKeys, other: PaymentKeys): boolean {
  return one.secretKey === other.secretKey && one.webhookSecret === other.webhookSecret;
}

const secrets = new SecretsManagerClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, socketTimeout: 2_500 },
});
