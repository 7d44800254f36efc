import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';
import type { Flags } from './flags.ts';
import { startSecretsManager } from './providers/secrets-manager.ts';
import { createStripePages } from './stripe/pages/pages.ts';
import { createStripeOnSite, type StripeOnSite } from './stripe/site.ts';
import { openStripe } from './stripe/stripe.ts';

/** Who takes the money, on this machine. */
export type Payee =
  /** Nobody's money goes to a Stripe of this machine. */
  | { readonly name: 'stand-in' }
  /** Stripe itself, with the developer's own keys. */
  | { readonly name: 'stripe'; readonly keys: PaymentKeys; readonly sentence: string }
  /** Payments are not set up. */
  | { readonly name: 'nobody' }
  | { readonly name: 'nobody'; readonly sentence: string };

export interface Payments {
  /** What the functions need to find Stripe, and the keys for it. */
  readonly environment: Record<string, string>;
  /** What the site answers itself, and what the stand-in's own server does; undefined where there is no stand-in. */
  readonly standIn: { readonly onSite: StripeOnSite; readonly answer: StripeOnSite['answer'] } | undefined;
  stop(): Promise<void>;
}

/** @param environment may hold a developer's own keys; empty ones count as none */
export function choosePayee(flag: Flags['payments'], environment: NodeJS.ProcessEnv): Payee {
  if (flag === 'none') return { name: 'nobody' };
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
  } = environment;
  if (secretKey && webhookSecret && publishableKey) {
    const sentence = secretKey.includes('_test_')
      ? 'Payments go to Stripe, with your own test keys.'
      : 'Payments go to Stripe, with your own live keys: real cards are charged.';
    return { name: 'stripe', keys: { secretKey, webhookSecret, publishableKey }, sentence };
  }
  if (!secretKey && !webhookSecret && !publishableKey) return { name: 'stand-in' };
  const missing = [
    ...(secretKey ? [] : ['STRIPE_SECRET_KEY']),
    ...(webhookSecret ? [] : ['STRIPE_WEBHOOK_SECRET']),
    ...(publishableKey ? [] : ['STRIPE_PUBLISHABLE_KEY']),
  ];
  const words = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`;
  return { name: 'nobody', sentence: `${words}, as Stripe’s other keys are: nothing can be paid.` };
}

/**
 * @param options.origin where the stand-in answers, without a slash at the end; undefined where there is none
 * @param options.dataFolder keeps the stand-in's account across restarts
 */
export async function startPayments(
  payee: Payee,
  options: {
    origin: string | undefined;
    siteOrigin: string;
    dataFolder: string | undefined;
    say: (line: string) => void;
  },
): Promise<Payments> {
  const { origin, siteOrigin, dataFolder, say } = options;
  if (origin === undefined) {
    if ('sentence' in payee) say(payee.sentence);
    const secretsManager = await startKeys('keys' in payee ? payee.keys : {});
    return { ...secretsManager, standIn: undefined };
  }
  const stripe = await openStripe({
    origin,
    folder: dataFolder && path.join(dataFolder, 'stripe'),
    webhookUrl: `${siteOrigin}/api/stripe-webhook`,
    say,
  });
  const secretsManager = await startKeys(stripe.keys);
  say(`Stripe is a stand-in, with its customers and its clock at ${origin}`);
  const pages = createStripePages(origin, stripe, say);
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    (isForApi(request) ? stripe : pages).answer(request, response);
  return {
    environment: { ...secretsManager.environment, STRIPE_URL: origin },
    standIn: { onSite: createStripeOnSite(stripe.answer), answer },
    stop: async () => {
      await secretsManager.stop();
      await stripe.stop();
    },
  };
}

/** The secret that holds Stripe's keys, as the deployed one does. */
async function startKeys(keys: PaymentKeys | Record<string, never>) {
  const { environment, stop } = await startSecretsManager({ [secretName]: JSON.stringify(keys) });
  return { environment: { ...environment, STRIPE_SECRET: secretName }, stop };
}

const secretName = 'parley/stripe';

function isForApi({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/v1/') || url.startsWith('/control/');
}
