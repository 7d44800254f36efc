import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { requireVariable } from '../environment.ts';
import { PaymentsUnavailable } from '../errors.ts';
import { logPaymentKeysUnreadable } from '../telemetry/events.ts';

export interface PaymentKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly publishableKey: string;
}

/** @throws PaymentsUnavailable if no keys are known and the secret has none or cannot be read */
export async function getPaymentKeys(): Promise<PaymentKeys> {
  const keys = (await latest?.keys) ?? (await refresh());
  if (!keys) throw new PaymentsUnavailable();
  return keys;
}

/** @returns undefined if the keys are the same */
export async function readNewKeys(known: PaymentKeys): Promise<PaymentKeys | undefined> {
  const keys = await refresh();
  const isSame = keys?.secretKey === known.secretKey && keys.webhookSecret === known.webhookSecret;
  return isSame ? undefined : keys;
}

const refreshIntervalMs = 60_000;

let latest: { readonly at: number; readonly keys: Promise<PaymentKeys | undefined> } | undefined;

/**
 * Reads at most once a minute, or every forged webhook call would cost a read.
 * Concurrent callers share one read; a failed one keeps the known keys.
 */
function refresh(): Promise<PaymentKeys | undefined> {
  if (latest && performance.now() - latest.at < refreshIntervalMs) return latest.keys;
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

const secrets = new SecretsManagerClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, socketTimeout: 2_500 },
});
