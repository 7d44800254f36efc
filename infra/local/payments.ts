import path from 'node:path';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';
import type { Flags } from './flags.ts';
import { startSecretsManager } from './providers/secrets-manager.ts';
import { openStripe } from './stripe/stripe.ts';

export type PaymentMode =
  | { readonly name: 'stand-in' }
  | { readonly name: 'stripe'; readonly keys: PaymentKeys; readonly notice: string }
  | { readonly name: 'none'; readonly notice?: string };

export function choosePaymentMode(flag: Flags['payments'], environment: NodeJS.ProcessEnv): PaymentMode {
  if (flag === 'none') return { name: 'none' };
  // A shell leaves the line ends of a file from Windows.
  const keys = keyNames.map((name) => environment[name]?.trim() ?? '');
  // `.env.example` has the beginnings of keys, which end with an underscore.
  const missing = keyNames.filter((_, index) => !/[^_]$/.test(keys[index] ?? ''));
  if (missing.length === keyNames.length) return { name: 'stand-in' };
  if (missing.length > 0) return { name: 'none', notice: `Payments are off without ${missing.join(', ')}.` };
  const broken = keyNames.find((_, index) => /[^\w+/=-]/.test(keys[index] ?? ''));
  if (broken) {
    return { name: 'none', notice: `Payments are off: ${broken} has quotes or spaces, which no key has.` };
  }
  const [secretKey = '', webhookSecret = '', publishableKey = ''] = keys;
  const isTest = secretKey.includes('_test_');
  if (isTest !== publishableKey.includes('_test_'))
    return {
      name: 'none',
      notice: 'Payments are off: one of Stripe’s two keys is for tests, the other is live.',
    };
  const notice = isTest
    ? 'Payments go to Stripe, with your test keys.'
    : 'Payments go to Stripe, with your live keys: real cards are charged.';
  return { name: 'stripe', keys: { secretKey, webhookSecret, publishableKey }, notice };
}

const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'];

/** @param options.origin of the stand-in, without a trailing slash; undefined if payments use no stand-in */
export async function startPayments(
  mode: PaymentMode,
  options: {
    origin: string | undefined;
    siteOrigin: string;
    dataFolder: string | undefined;
    log: (line: string) => void;
  },
) {
  const { origin, siteOrigin, dataFolder, log } = options;
  if (origin === undefined) {
    if ('notice' in mode && mode.notice) log(mode.notice);
    return { ...(await serveKeys('keys' in mode ? mode.keys : {})), handle: undefined };
  }
  const stripe = await openStripe({
    origin,
    folder: dataFolder && path.join(dataFolder, 'stripe'),
    webhookUrl: `${siteOrigin}/api/stripe-webhook`,
    log,
  });
  const secretsManager = await serveKeys(stripe.keys);
  log(`Stripe’s stand-in: ${origin}, with the key ${stripe.keys.secretKey}`);
  return {
    environment: { ...secretsManager.environment, STRIPE_URL: origin },
    handle: stripe.handle,
    stop: async () => {
      await secretsManager.stop();
      await stripe.stop();
    },
  };
}

async function serveKeys(keys: PaymentKeys | Record<string, never>) {
  const { environment, stop } = await startSecretsManager({ [secretName]: JSON.stringify(keys) });
  return { environment: { ...environment, STRIPE_SECRET: secretName }, stop };
}

const secretName = 'parley/stripe';
