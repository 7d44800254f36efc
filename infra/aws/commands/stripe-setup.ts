import { parseArgs } from 'node:util';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import type { PaymentKeys } from '../../../functions/billing/payment-keys.ts';
import { parseStripeUrl } from '../../../functions/billing/stripe.ts';
import { type Report, removeOutdated, setUpCatalogue, setUpPortal, setUpWebhook } from './stripe-account.ts';

const seeHelp = '`npm run stripe:setup -- --help` lists the flags.';

/** Never prints a secret. @throws SetupError whose message is for the user */
export async function setUpStripe(args: string[], environment: NodeJS.ProcessEnv, log: Log): Promise<void> {
  try {
    await setUp(args, environment, log);
  } catch (error) {
    throw new SetupError(explain(error), { cause: error });
  }
}

async function setUp(args: string[], environment: NodeJS.ProcessEnv, log: Log): Promise<void> {
  const request = readRequest(args);
  const given = readKeys(environment, request.isLive);
  const { secretId } = request;
  const [, , , region] = secretId.startsWith('arn:') ? secretId.split(':') : [];
  const secretsManager = new SecretsManagerClient(region ? { region } : {});
  const stored = await readStoredKeys(secretsManager, secretId);
  const publishableKey = choosePublishableKey(stored, given);

  const stripe = new Stripe(given.secretKey, { ...parseStripeUrl(environment.STRIPE_URL), telemetry: false });
  const report: Report = (outcome, what) => log(`${outcome.padEnd(8)} ${what}`);
  await setUpCatalogue(stripe, report);
  await setUpPortal(stripe, request.site, report);
  const isSecretKnown = (id: string) => id === stored.webhookEndpoint && Boolean(stored.webhookSecret);
  const webhook = await setUpWebhook(stripe, request.site, isSecretKnown, report);
  const keys = {
    secretKey: given.secretKey,
    publishableKey,
    webhookSecret: webhook.secret ?? stored.webhookSecret ?? '',
    webhookEndpoint: webhook.id,
  };
  const isCurrent = Object.entries(keys).every(([name, value]) => stored[name as keyof StoredKeys] === value);
  if (!isCurrent) {
    const SecretString = JSON.stringify(keys);
    await secretsManager.send(new PutSecretValueCommand({ SecretId: secretId, SecretString })).catch(rethrow);
  }
  report(isCurrent ? 'ok' : 'written', 'the keys, in AWS Secrets Manager');
  await removeOutdated(stripe, webhook.outdated, report);
}

async function readStoredKeys(client: SecretsManagerClient, secretId: string): Promise<StoredKeys> {
  const { SecretString = '{}' } = await client
    .send(new GetSecretValueCommand({ SecretId: secretId }))
    .catch(rethrow);
  const stored = parseObject(SecretString);
  if (!stored) throw new SetupError(`The secret ${secretId} is not JSON. Write {} into it first.`);
  return stored;
}

/** AWS's messages name the missing secret, permission, region or login. */
function rethrow(cause: Error): never {
  throw new SetupError(`AWS Secrets Manager failed: ${cause.message}`, { cause });
}

function parseObject(text: string): StoredKeys | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // The parser's message may quote a key.
    return undefined;
  }
}

function readRequest(args: string[]) {
  try {
    const { site, secret, live } = parseArgs({
      args,
      options: {
        site: { type: 'string' },
        secret: { type: 'string' },
        live: { type: 'boolean', default: false },
      },
    }).values;
    const url = URL.parse(site ?? '');
    if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.hash) {
      throw new Error('--site must be a URL such as https://parley.example.');
    }
    if (!secret) throw new Error('--secret must be the name or the ARN of a secret.');
    return { site: url.origin, secretId: secret, isLive: live };
  } catch (error) {
    throw new SetupError(`${(error as Error).message} ${seeHelp}`);
  }
}

function readKeys(environment: NodeJS.ProcessEnv, isLive: boolean) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = environment;
  if (!secretKey) throw new SetupError(`STRIPE_SECRET_KEY is not set. ${seeHelp}`);
  const mode = readMode(secretKey, 'sk|rk');
  if (!mode) throw new SetupError('STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_.');
  if (mode === 'live' && !isLive) {
    throw new SetupError('STRIPE_SECRET_KEY is a live key. Add --live to use it.');
  }
  if (mode === 'test' && isLive) {
    throw new SetupError('--live needs a live key, but STRIPE_SECRET_KEY is a test key.');
  }
  if (publishableKey && readMode(publishableKey, 'pk') !== mode) {
    throw new SetupError(`STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_.`);
  }
  return { mode, secretKey, publishableKey };
}

function readMode(key: string, kinds: string): Mode | undefined {
  return new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1] as Mode | undefined;
}

/** The stored one is the default. @throws SetupError if there is none, or if test keys would replace live ones */
function choosePublishableKey(
  stored: StoredKeys,
  { mode, publishableKey }: ReturnType<typeof readKeys>,
): string {
  const storedMode = readMode(stored.secretKey ?? '', 'sk|rk');
  if (storedMode === 'live' && mode === 'test') {
    throw new SetupError(
      'The secret holds live keys, and yours is a test key. To replace them, write {} into the secret first.',
    );
  }
  const chosen = publishableKey || (storedMode === mode && stored.publishableKey);
  if (chosen) return chosen;
  throw new SetupError('STRIPE_PUBLISHABLE_KEY is not set, and the secret has none for this mode.');
}

function explain(error: unknown): string {
  const { StripeAuthenticationError, StripeError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return 'Stripe rejected STRIPE_SECRET_KEY.';
  if (error instanceof StripeError) return `Stripe rejected the request: ${error.message}`;
  if (error instanceof SetupError) return error.message;
  return `Unexpected error: ${error instanceof Error ? error.message : error}`;
}

class SetupError extends Error {
  override readonly name = 'SetupError';
}

interface StoredKeys extends Partial<PaymentKeys> {
  readonly webhookEndpoint?: string;
}

type Mode = 'test' | 'live';

type Log = (line: string) => void;

if (import.meta.main) {
  await setUpStripe(process.argv.slice(2), process.env, console.log).catch((error: unknown) => {
    console.error((error as SetupError).message);
    process.exitCode = 1;
  });
}
