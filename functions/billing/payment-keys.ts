import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { requireVariable } from '../environment.ts';
import { PaymentsUnavailable } from '../errors.ts';
import { logPaymentKeysUnreadable } from '../telemetry/events.ts';

export interface PaymentKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly publishableKey: string;
}

/** @throws PaymentsUnavailable if the secret has none or cannot be read; it is read again after a minute */
export async function getPaymentKeys(): Promise<PaymentKeys> {
  const keys = await (latest?.keys ?? readAgain());
  if (keys) return keys;
  const later = await (canReadAgain() ? readAgain() : latest?.keys);
  if (!later) throw new PaymentsUnavailable();
  return later;
}

/** @returns undefined if the keys are the same. Reads at most once a minute, or forged calls would cost money. */
export async function readReplacedKeys(known: PaymentKeys): Promise<PaymentKeys | undefined> {
  const keys = canReadAgain() ? await readAgain() : await latest?.keys;
  return keys && !isSame(keys, known) ? keys : undefined;
}

const pauseMs = 60_000;

let latest: { readonly at: number; readonly keys: Promise<PaymentKeys | undefined> } | undefined;

function canReadAgain(): boolean {
  return latest === undefined || performance.now() - latest.at >= pauseMs;
}

/** Concurrent callers share one read. A failed read keeps the known keys. */
function readAgain(): Promise<PaymentKeys | undefined> {
  const known = latest?.keys;
  const keys = readSecret().catch((error: unknown) => {
    logPaymentKeysUnreadable({ error });
    return known;
  });
  latest = { at: performance.now(), keys };
  return keys;
}

async function readSecret(): Promise<PaymentKeys | undefined> {
  const { SecretString = '{}' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: requireVariable('STRIPE_SECRET') }),
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
