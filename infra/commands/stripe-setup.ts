import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import { type Report, removeOutdated, setUpCatalogue, setUpPortal, setUpWebhook } from './stripe-account.ts';
import { KeyStore, Refusal, type StoredKeys } from './stripe-keys.ts';

const usage = `npm run stripe:setup -- --site https://SITE [--secret NAME_OR_ARN] [--live]

Makes a Stripe account what Parley expects of it: a product, its two prices, the customer portal and the webhook.
Run it as often as you like: what is right already stays as it is.

  --site https://SITE    the site that sells, as the deployment printed it
  --secret NAME_OR_ARN   writes the keys there, into AWS Secrets Manager: the deployment printed it as StripeKeys
  --live                 says that the keys are those for real money
  --help                 this text

It reads two variables, from Stripe’s dashboard under Developers, API keys:

  STRIPE_SECRET_KEY        sk_test_… or sk_live_…
  STRIPE_PUBLISHABLE_KEY   pk_test_… or pk_live_… of the same account`;

/**
 * `npm run stripe:setup`.
 *
 * @param say takes each line for the terminal; the secret key is in none
 * @throws Refusal with a sentence for the terminal, whatever is wrong
 */
export async function setUpStripe(words: string[], environment: NodeJS.ProcessEnv, say: Say): Promise<void> {
  try {
    await setUp(words, environment, say);
  } catch (error) {
    throw new Refusal(sentenceOf(error), { cause: error });
  }
}

async function setUp(words: string[], environment: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const request = readRequest(words);
  if (request === 'help') return say(usage);
  const given = readKeys(environment, request.isLive);
  const store = request.secretId === undefined ? undefined : new KeyStore(request.secretId);
  const stored = store && (await store.read());
  if (stored) checkStored(stored, given);

  const stripe = new Stripe(given.secretKey, { ...address(environment), telemetry: false });
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
    if (!site) throw new Error('Which site sells? --site https://…');
    const url = URL.parse(site);
    if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.hash) {
      throw new Error(`--site takes the site’s address, as https://parley.example, not ${site}.`);
    }
    if (secret === '') throw new Error('--secret takes the name or the ARN of a secret.');
    return { site: url.origin, secretId: secret, isLive: live };
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${usage}`);
  }
}

/** @throws Refusal where a key is missing, of the wrong kind, or of the other mode */
function readKeys(environment: NodeJS.ProcessEnv, isLive: boolean): GivenKeys {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = environment;
  if (!secretKey) throw new Refusal(`STRIPE_SECRET_KEY is not set.\n\n${usage}`);
  const mode = modeOf(secretKey, 'sk|rk');
  if (!mode)
    throw new Refusal('STRIPE_SECRET_KEY holds no secret key: those begin with sk_test_ or sk_live_.');
  if (mode === 'live' && !isLive) {
    throw new Refusal('The key in STRIPE_SECRET_KEY is for real money. If that is meant, say --live.');
  }
  if (mode === 'test' && isLive) {
    throw new Refusal('You said --live, and the key in STRIPE_SECRET_KEY is for test mode.');
  }
  if (publishableKey && modeOf(publishableKey, 'pk') !== mode) {
    throw new Refusal(`STRIPE_PUBLISHABLE_KEY holds no publishable key of that mode: pk_${mode}_….`);
  }
  return { mode, secretKey, publishableKey: publishableKey || undefined };
}

function modeOf(key: string, kinds: string): Mode | undefined {
  return new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1] as Mode | undefined;
}

/** @throws Refusal where writing the keys would end real payments, or would leave one out */
function checkStored(stored: StoredKeys, { mode, publishableKey }: GivenKeys): void {
  const storedMode = modeOf(stored.secretKey ?? '', 'sk|rk');
  if (storedMode === 'live' && mode === 'test') {
    throw new Refusal(
      'The secret holds keys for real money, and yours is for test mode. If that is meant, write {} into it first.',
    );
  }
  if (!publishableKey && (storedMode !== mode || !stored.publishableKey)) {
    throw new Refusal('STRIPE_PUBLISHABLE_KEY is not set, and the secret has none of that mode.');
  }
}

/** Keys that were written by hand name no webhook: their secret is believed while the key is the same. */
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
  report(isRight ? 'right' : 'written', 'the keys, in AWS Secrets Manager');
}

/** For whoever keeps the keys elsewhere: Stripe shows the webhook's secret only once. */
function showKeys({ publishableKey, webhookSecret }: AllKeys, say: Say): void {
  say(`
What the functions read belongs into the secret that the deployment printed as StripeKeys, as JSON:

  secretKey        the key in STRIPE_SECRET_KEY
  publishableKey   ${publishableKey || 'the one that belongs to it, pk_…'}
  webhookSecret    ${webhookSecret || 'as it was shown when the webhook was made'}`);
  say(
    webhookSecret
      ? '\nThe webhook’s secret is not shown again.'
      : '\nIs the webhook’s secret lost? --secret writes all three, with a new webhook; or delete it and run this again.',
  );
}

/** Stripe's own, but where Stripe's API is elsewhere. */
function address({ STRIPE_URL }: NodeJS.ProcessEnv) {
  if (!STRIPE_URL) return {};
  const { hostname, port } = new URL(STRIPE_URL);
  return { protocol: 'http', host: hostname, port } as const;
}

function sentenceOf(error: unknown): string {
  const { StripeAuthenticationError, StripeConnectionError, StripeError, StripePermissionError } =
    Stripe.errors;
  if (error instanceof StripeAuthenticationError) return 'Stripe does not take the key in STRIPE_SECRET_KEY.';
  if (error instanceof StripePermissionError) return `The key lacks a right: ${error.message}`;
  if (error instanceof StripeConnectionError) return 'Stripe cannot be reached. What was done stays done.';
  if (error instanceof StripeError) return `Stripe refused: ${error.message}`;
  if (error instanceof Refusal) return error.message;
  return `Something went wrong: ${error instanceof Error ? error.message : error}`;
}

interface Request {
  /** An origin. */
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
