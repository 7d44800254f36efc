import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Stripe from 'stripe';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FunctionId, functionIds, getSourceFile } from '../../infra/aws/build/bundle.ts';
import { needs } from '../../infra/aws/stack/needs.ts';
import type { EndpointId } from '../../shared/api/index.ts';
import { root } from '../support/parley/system.ts';

const { made, remembered } = vi.hoisted(() => {
  const made: { name: string; client: Client }[] = [];
  const remembered =
    (name: string) => async (original: () => Promise<Record<string, new (options: object) => Client>>) => {
      const all = await original();
      const Original = all[name] as new (options: object) => Client;
      class Remembered extends Original {
        constructor(options: object) {
          super(options);
          made.push({ name: name.replace('Client', ''), client: this });
        }
      }
      return { ...all, [name]: Remembered };
    };
  return { made, remembered };
});
vi.mock('@aws-sdk/client-dynamodb', remembered('DynamoDBClient'));
vi.mock('@aws-sdk/client-translate', remembered('TranslateClient'));
vi.mock('@aws-sdk/client-polly', remembered('PollyClient'));
vi.mock('@aws-sdk/client-transcribe', remembered('TranscribeClient'));
vi.mock('@aws-sdk/client-transcribe-streaming', remembered('TranscribeStreamingClient'));
vi.mock('@aws-sdk/client-cognito-identity-provider', remembered('CognitoIdentityProviderClient'));
vi.mock('@aws-sdk/client-s3', remembered('S3Client'));
vi.mock('@aws-sdk/client-sesv2', remembered('SESv2Client'));
vi.mock('@aws-sdk/client-secrets-manager', remembered('SecretsManagerClient'));
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('LOGIN_ORIGIN', 'http://127.0.0.1:9');
vi.stubEnv('LOGIN_CLIENT_ID', 'client');
vi.stubEnv('SITE_ORIGIN', 'https://parley.example');

afterEach(() => vi.restoreAllMocks());

const table = readFileSync(path.join(root, 'functions/TIMEOUTS.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| .* \| \d+ s \|$/.test(line));

/** The wrapper answers this long before the function's end. */
const earlyMs = 500;

test('every client’s timeout is below that of each of its functions, as in TIMEOUTS.md', async () => {
  const rows = new Map<string, number>();
  for (const id of functionIds) {
    for (const { name, client } of await clientsOf(id)) {
      // Loaded, but never called.
      if (name === 'DynamoDB' && !needs[id].tables) continue;
      const { attempts, connectMs, answerMs, worstMs } = await patienceOf(client);
      if (answerMs === undefined) {
        // These use HTTP/2 and end by their signal.
        expect(['Polly', 'TranscribeStreaming']).toContain(name);
        continue;
      }
      expect(worstMs, `${id}: ${name}`).toBeLessThan(needs[id].timeoutSeconds * 1_000 - earlyMs);
      const row = [name, attempts, seconds(connectMs), seconds(answerMs), seconds(worstMs)].join(' | ');
      rows.set(row, Math.min(rows.get(row) ?? Infinity, needs[id].timeoutSeconds));
    }
  }
  const clients = Array.from(rows, ([row, shortest]) => `| ${row} | ${shortest} s |`);
  expect(table.filter((line) => !line.includes('| included |'))).toEqual(clients.sort());
});

test('Stripe’s timeout is below that of each of its functions', async () => {
  vi.resetModules();
  vi.doMock('../../functions/billing/payment-keys.ts', async (original) => ({
    ...(await original<object>()),
    getPaymentKeys: async () => ({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
    }),
  }));
  onTestFinished(() => vi.doUnmock('../../functions/billing/payment-keys.ts'));
  const { withStripe } = await import('../../functions/billing/stripe.ts');
  const stripe = await withStripe(
    async (client) => client as unknown as Stripe & { getApiField(name: string): number },
  );
  const attempts = stripe.getMaxNetworkRetries() + 1;
  const timeoutMs = stripe.getApiField('timeout');
  const worstMs = attempts * timeoutMs + (attempts - 1) * stripe.getMaxNetworkRetryDelay() * 1_000;
  const users = functionIds.filter((each) => needs[each].payments && !hasOwnTimeout.has(each));
  const shortest = Math.min(...users.map((id) => needs[id].timeoutSeconds));
  expect(worstMs).toBeLessThan(shortest * 1_000 - earlyMs);
  const times = [timeoutMs, worstMs, shortest * 1_000].map(seconds).join(' | ');
  expect(table).toContain(`| Stripe | ${attempts} | included | ${times} |`);
});

/** It waits 5 seconds for Stripe, or does not call it. */
const hasOwnTimeout: ReadonlySet<FunctionId> = new Set(['billing.status', 'billing.config']);

test('the login’s addresses are given up as the table says', async () => {
  const { exchangeCode, fetchKeys, revokeRefreshToken } = await import(
    '../../functions/auth/hosted-login.ts'
  );
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nobody is there')));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await Promise.allSettled([
    exchangeCode('site', 'code', { verifier: 'verifier' }),
    revokeRefreshToken('token'),
    fetchKeys('http://x'),
  ]);
  const [code, revocation, keys] = timeouts.mock.calls.map(([ms]) => seconds(ms));
  const shortest = (id: EndpointId) => `${needs[id].timeoutSeconds} s`;
  expect(table).toEqual(
    expect.arrayContaining([
      `| Login: code | 1 | included | ${code} | ${code} | ${shortest('auth.callback')} |`,
      `| Login: revocation | 1 | included | ${revocation} | ${revocation} | ${shortest('auth.logout')} |`,
      `| Login: keys | 1 | included | ${keys} | ${keys} | ${shortest('auth.user')} |`,
    ]),
  );
});

/** The clients that a function makes, also in modules that it loads late. */
async function clientsOf(id: FunctionId): Promise<typeof made> {
  vi.resetModules();
  made.length = 0;
  await import(getSourceFile(id));
  if (id === 'billing.status') await import('../../functions/billing/purchase/activate.ts');
  if (id === 'account.remove') await import('../../functions/billing/purchase/customers.ts');
  return [...made];
}

/** The time of all attempts without an answer. */
async function patienceOf({ config }: Client) {
  const { connectionTimeout = 0, requestTimeout, socketTimeout } = await config.requestHandler.configProvider;
  const answerMs = requestTimeout ?? socketTimeout;
  if (answerMs === undefined) return { answerMs };
  const strategy = await config.retryStrategy();
  let passedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // Waiting for a free connection is not a timeout of the client; the wrapper ends it.
  const attemptMs = answerMs + (connectionTimeout < answerMs ? connectionTimeout : 0);
  let attempts = 1;
  for (let token = await strategy.acquireInitialRetryToken(''); ; attempts++) {
    passedMs += attemptMs;
    try {
      token = await strategy.refreshRetryTokenForRetry(token, { errorType: 'TRANSIENT' });
    } catch {
      break;
    }
  }
  vi.restoreAllMocks();
  return { attempts, connectMs: connectionTimeout, answerMs, worstMs: passedMs };
}

function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))} s`;
}

interface RetryToken {
  getRetryDelay(): number;
}

interface Client {
  readonly config: {
    readonly retryStrategy: () => Promise<{
      acquireInitialRetryToken(scope: string): Promise<RetryToken>;
      refreshRetryTokenForRetry(token: RetryToken, error: { errorType: 'TRANSIENT' }): Promise<RetryToken>;
    }>;
    readonly requestHandler: {
      readonly configProvider: Promise<{
        connectionTimeout?: number;
        requestTimeout?: number;
        socketTimeout?: number;
      }>;
    };
  };
}
