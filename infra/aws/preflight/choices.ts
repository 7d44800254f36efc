import Stripe from 'stripe';
import { parseStripeUrl } from '../../../functions/billing/stripe.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';
import { findStackOutput } from '../build/stack-outputs.ts';
import { findProofWarning, readCheckout, readLastRecord } from '../commands/proof-record.ts';
import { getStackName, placeholderAddress } from '../stack/context.ts';
import { type Account, type Check, fine, type Outcome } from './check.ts';

const deployPage = 'infra/aws/DEPLOY.md';

/** The owner's decisions, and Stripe. */
export const choiceChecks: readonly Check[] = [
  {
    name: 'proofs',
    right: 'none',
    page: 'test/README.md',
    async run() {
      const warning = findProofWarning(readCheckout(), readLastRecord());
      return warning ? { is: 'do', text: warning } : fine('all passed for this commit');
    },
  },
  {
    name: 'contact',
    right: 'none',
    page: deployPage,
    async run({ settings: { contactAddress } }) {
      if (contactAddress !== placeholderAddress) return fine(contactAddress);
      return {
        is: 'do',
        text: `Every page shows ${placeholderAddress}. Set yours with -c contactAddress=….`,
      };
    },
  },
  {
    name: 'dashboards',
    right: 'none',
    page: deployPage,
    async run({ settings: { analyticsAudience } }) {
      if (analyticsAudience === 'operators') return fine('only operators see revenue and totals');
      return {
        is: 'look',
        text: 'Should only operators see your revenue and totals? Everybody with an account does. If so, deploy with -c analyticsAudience=operators.',
      };
    },
  },
  {
    name: 'payments',
    right: 'a Stripe key in STRIPE_SECRET_KEY',
    page: 'https://docs.stripe.com/get-started/account/activate',
    run: findStripe,
  },
];

async function findStripe({ settings, clients }: Account): Promise<Outcome> {
  const key = process.env.STRIPE_SECRET_KEY;
  if (!key)
    return { is: 'look', text: 'Set STRIPE_SECRET_KEY to check them. Without keys, all but paying works.' };
  const isLive = /^[sr]k_live_/.test(key);
  if (isLive && settings.stage !== 'prod')
    return {
      is: 'stop',
      text: `The key is live, and the stage is ${settings.stage}. Use a test key.`,
    };
  const stripe = new Stripe(key, {
    ...parseStripeUrl(process.env.STRIPE_URL),
    telemetry: false,
    timeout: 10_000,
  });
  if (isLive) {
    const { charges_enabled } = await stripe.accounts.retrieveCurrent();
    if (!charges_enabled)
      return { is: 'do', text: 'Stripe does not take payments for you yet. Complete the account.' };
  }
  const site = await findStackOutput(clients.cloudFormation, getStackName(settings), 'Url');
  if (!site) return { is: 'look', text: 'After the deployment, run `npm run stripe:setup`.' };
  const url = site + endpoints['billing.webhook'].path;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const webhook = data.find((each) => each.url === url && each.status === 'enabled');
  const isCurrent =
    webhook?.api_version === Stripe.API_VERSION &&
    webhookEvents.every((event) => webhook.enabled_events.includes(event));
  if (isCurrent) return fine(`${isLive ? 'live' : 'test'} mode, with the webhook ${url}`);
  return {
    is: 'do',
    text: `The webhook ${url} is missing or outdated. Run \`npm run stripe:setup\` before you deploy.`,
  };
}
