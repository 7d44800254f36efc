import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import { type Report, removeOutdated, setUpCatalogue, setUpPortal, setUpWebhook } from './stripe-account.ts';
import { KeyStore, Refusal, type StoredKeys } from './stripe-keys.ts';

const usage = `npm run stripe:setup -- --site https://SITE [--secret NAME_OR_ARN] [--live]

Prepares a Stripe account: a product, two prices, the customer portal and the webhook. You can run it again.

  --site https://SITE    the site, as the deployment printed it
  --secret NAME_OR_ARN   writes the keys into AWS Secrets Manager; the deployment printed it as StripeKeys
  --live                 required for live keys
  --help                 this text

Environment variables, from Stripe’s dashboard (Developers, API keys):

  STRIPE_SECRET_KEY        sk_test_… or sk_live_…
  STRIPE_PUBLISHABLE_KEY   pk_test_… or pk_live_… of the same account`;

/**
 * Never prints the secret key.
 *
 * @throws Refusal with a sentence for the terminal
 */
export async function setUpStripe(words: string[], environment: NodeJS.ProcessEnv, say: Say): Promise<void> {
  try {
    await setUp(words, environment, say);
  } catch (error) {
    throw new Refusal(explain(error), { cause: error });
  }
}

async function setUp(words: string[], environment: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const request = readRequest(words);
  if (request === 'help') return say(usage);
  const given = readKeys(environment, request.isLive);
  const store = request.secretId === undefined ? undefined : new KeyStore(request.secretId);
  const stored = store && (await store.read());
  if (stored) checkStored(stored, given);

  const stripe = new Stripe(given.secretKey, { ...readAddress(environment), telemetry: false });
  const report: Report = (outcome, what) => say(`${outcome.padEnd(8)} ${what}`);
  await setUpCatalogue(stripe, report);
  await setUpPortal(stripe, request.site, report);
  const isSecretKnown = (id: string) => stored === undefined || knowsWebhook(stored, id, given);
  const webhook = await setUpWebhook(stripe, request.site, isSecretKnown, report);
  const keys = {
    ...given,
    publishableKey: given.publishableKey ?? stored?.publishableKey ?? '',
    webhookSecret: webhook.secret ?? stored?.webhookSecret ?? '',
    webhookEndpoint: webhook.id,
  };
  if (store && stored) await keep(store, stored, keys, report);
  else showKeys(keys, say);
  await removeOutdated(stripe, webhook, report);
}

/** @throws Refusal with the usage */
function readRequest(words: string[]): Request | 'help' {
  try {
    const { site, secret, live, help } = parseArgs({
      args: words,
      options: {
        site: { type: 'string' },
        secret: { type: 'string' },
        live: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
    if (help) return 'help';
    if (!site) throw new Error('--site https://… is missing.');
    const url = URL.parse(site);
    if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.hash) {
      throw new Error(`--site must be an address such as https://parley.example, not ${site}.`);
    }
    if (secret === '') throw new Error('--secret must be the name or the ARN of a secret.');
    return { site: url.origin, secretId: secret, isLive: live };
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${usage}`);
  }
}

/** @throws Refusal */
function readKeys(environment: NodeJS.ProcessEnv, isLive: boolean): GivenKeys {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = environment;
  if (!secretKey) throw new Refusal(`STRIPE_SECRET_KEY is not set.\n\n${usage}`);
  const mode = readMode(secretKey, 'sk|rk');
  if (!mode) throw new Refusal('STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_.');
  if (mode === 'live' && !isLive) {
    throw new Refusal('STRIPE_SECRET_KEY is a live key. Add --live to use it.');
  }
  if (mode === 'test' && isLive) {
    throw new Refusal('--live needs a live key, but STRIPE_SECRET_KEY is a test key.');
  }
  if (publishableKey && readMode(publishableKey, 'pk') !== mode) {
    throw new Refusal(`STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_.`);
  }
  return { mode, secretKey, publishableKey: publishableKey || undefined };
}

function readMode(key: string, kinds: string): Mode | undefined {
  return new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1] as Mode | undefined;
}

/** Test keys must not replace live ones. */
function checkStored(stored: StoredKeys, { mode, publishableKey }: GivenKeys): void {
  const storedMode = readMode(stored.secretKey ?? '', 'sk|rk');
  if (storedMode === 'live' && mode === 'test') {
    throw new Refusal(
      'The secret holds live keys, and yours is a test key. To replace them, write {} into the secret first.',
    );
  }
  if (!publishableKey && (storedMode !== mode || !stored.publishableKey)) {
    throw new Refusal('STRIPE_PUBLISHABLE_KEY is not set, and the secret has none of this mode.');
  }
}

/** Keys written by hand name no webhook; they are trusted while the secret key is the same. */
function knowsWebhook(
  { webhookSecret, webhookEndpoint, secretKey }: StoredKeys,
  id: string,
  given: GivenKeys,
) {
  if (!webhookSecret) return false;
  return webhookEndpoint === undefined ? secretKey === given.secretKey : webhookEndpoint === id;
}

async function keep(store: KeyStore, stored: StoredKeys, keys: AllKeys, report: Report): Promise<void> {
  const { secretKey, publishableKey, webhookSecret, webhookEndpoint } = keys;
  const wanted = { secretKey, publishableKey, webhookSecret, webhookEndpoint };
  const isRight = Object.entries(wanted).every(([name, value]) => stored[name as keyof StoredKeys] === value);
  if (!isRight) await store.write(wanted);
  report(isRight ? 'ok' : 'written', 'the keys, in AWS Secrets Manager');
}

/** Stripe shows the webhook's secret only once. */
function showKeys({ publishableKey, webhookSecret }: AllKeys, say: Say): void {
  say(`
Write this JSON into the secret that the deployment printed as StripeKeys:

  secretKey        the key in STRIPE_SECRET_KEY
  publishableKey   ${publishableKey || 'your key pk_…'}
  webhookSecret    ${webhookSecret || 'the secret shown when the webhook was created'}`);
  say(
    webhookSecret
      ? '\nThe webhook’s secret will not be shown again.'
      : '\nIf you lost the webhook’s secret, delete the webhook and run this again, or use --secret.',
  );
}

function readAddress({ STRIPE_URL }: NodeJS.ProcessEnv) {
  if (!STRIPE_URL) return {};
  const { hostname, port } = new URL(STRIPE_URL);
  return { protocol: 'http', host: hostname, port } as const;
}

function explain(error: unknown): string {
  const { StripeAuthenticationError, StripeConnectionError, StripeError, StripePermissionError } =
    Stripe.errors;
  if (error instanceof StripeAuthenticationError) return 'Stripe rejected STRIPE_SECRET_KEY.';
  if (error instanceof StripePermissionError) return `The key lacks a right: ${error.message}`;
  if (error instanceof StripeConnectionError) return 'Stripe cannot be reached. Run the command again later.';
  if (error instanceof StripeError) return `Stripe refused: ${error.message}`;
  if (error instanceof Refusal) return error.message;
  return `Unexpected error: ${error instanceof Error ? error.message : error}`;
}

interface Request {
  readonly site: string;
  readonly secretId: string | undefined;
  readonly isLive: boolean;
}

interface GivenKeys {
  readonly mode: Mode;
  readonly secretKey: string;
  readonly publishableKey: string | undefined;
}

type AllKeys = Required<StoredKeys>;

type Mode = 'test' | 'live';

type Say = (line: string) => void;

if (import.meta.main) {
  await setUpStripe(process.argv.slice(2), process.env, console.log).catch((error: unknown) => {
    console.error((error as Refusal).message);
    process.exitCode = 1;
  });
}
