import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import type { PaymentKeys } from '../../../../functions/billing/payment-keys.ts';
import { type FunctionId, getSourceFile } from '../../../../infra/aws/build/bundle.ts';
import { createTables } from '../../../../infra/local/database/dynamodb.ts';
import { createDynamoDbServer } from '../../../../infra/local/database/dynamodb-server.ts';
import { openStore } from '../../../../infra/local/database/store.ts';
import { startSecretsManager } from '../../../../infra/local/providers/secrets-manager.ts';
import { Account } from '../../../../infra/local/stripe/account/account.ts';
import { createApi } from '../../../../infra/local/stripe/api.ts';
import { type Clock, startClock } from '../../../../infra/local/stripe/billing/due.ts';
import { setUpAccount } from '../../../../infra/local/stripe/merchant/set-up.ts';
import { handlePortal } from '../../../../infra/local/stripe/pages/portal.ts';
import { callApi } from '../../../../infra/local/stripe/routes.ts';
import { chanceFrom } from '../../../support/chance.ts';
import { functionEnvironment, siteOrigin } from '../../../support/handlers/event.ts';
import { startIssuer } from '../../../support/handlers/tokens.ts';
import { close, documentsAt, listen } from '../../../support/parley/local.ts';
import { shortenWay } from './database.ts';
import type { Ways } from './mail.ts';
import { createScene, type Handlers, type Props, type Scene } from './scene.ts';
import type { Code } from './steps.ts';

/** A database, Stripe, and the product's own handlers, all in this process. */
export interface Product {
  begin(seed: number, ways: Ways): Promise<Scene>;
  stop(): Promise<void>;
}

/** A Friday. */
const firstMoment = Date.parse('2026-11-20T12:00:00Z');

/** Only one per process: handlers keep their environment, and there is one clock. */
export async function startProduct(): Promise<Product> {
  const [database, issuer, secrets, front] = await Promise.all([
    startDatabase(),
    startIssuer(),
    startSecretsManager({ 'keys-of-the-histories': JSON.stringify(keys) }),
    startFront(),
  ]);
  // Cognito's user pool, for removing accounts.
  issuer.replies.set('/', [200, {}]);
  Object.assign(process.env, functionEnvironment, issuer.environment, secrets.environment, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: issuer.environment.LOGIN_ORIGIN ?? '',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    SIGNING_SECRET: 'signing-secret-of-the-histories',
    TRIAL_SECRET: 'trial-secret-of-the-histories',
    CEILINGS: JSON.stringify({
      cardFormsPerAccount: 1_000,
      cardFormsPerAddress: 1_000_000,
      declinedCardsPerAddress: 1_000_000,
      codesPerAccount: 1_000,
      codesPerAddress: 1_000_000,
    }),
    STRIPE_SECRET: 'keys-of-the-histories',
    STRIPE_URL: front.url,
  });
  const handlers = await loadHandlers();
  const { documentClient } = await import('../../../../functions/tables/client.ts');
  shortenWay(documentClient, database.server);
  const documents = documentsAt(database.url);
  shortenWay(documents, database.server);
  const stripe = new Stripe(keys.secretKey, {
    protocol: 'http',
    host: '127.0.0.1',
    port: new URL(front.url).port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const log = keepLog();
  let clock: Clock | undefined;

  return {
    begin: async (seed, ways) => {
      setTime(firstMoment);
      log.faults.length = 0;
      await empty(documents);
      const account = await newAccount(front, chanceFrom(seed + 1));
      clock?.stop();
      clock = startClock(account, () => account.flush(), console.error);
      const props: Props = {
        account,
        stripe,
        webhookSecret: keys.webhookSecret,
        handlers,
        documents,
        faults: () => log.faults,
        mintToken: issuer.mint,
        submit: async (portal, fields) => submitAtPortal(account, portal, fields),
        moveClocks: async (to) => {
          setTime(to * 1_000);
          await clock?.advanceTo(to);
        },
      };
      return createScene(props, seed, ways);
    },
    stop: async () => {
      clock?.stop();
      mock.timers.reset();
      log.restore();
      documents.destroy();
      await Promise.all([front.stop(), issuer.stop(), secrets.stop()]);
      await database.stop();
    },
  };
}

const keys: PaymentKeys = {
  secretKey: 'sk_test_ofTheHistories',
  webhookSecret: 'whsec_ofTheHistories',
  publishableKey: 'pk_test_ofTheHistories',
};

/** A database in this thread, which `shortenWay` needs. */
async function startDatabase() {
  const server = createDynamoDbServer();
  const url = await listen(server);
  await createTables(url);
  return { url, server, stop: () => close(server) };
}

/** Loading handlers reads the environment. */
async function loadHandlers(): Promise<Handlers> {
  const load = async (id: FunctionId) => (await import(getSourceFile(id))).handler;
  return {
    endpoints: {
      status: await load('billing.status'),
      create: await load('billing.create'),
      cancel: await load('billing.cancel'),
      reactivate: await load('billing.reactivate'),
      preview: await load('billing.preview-change'),
      change: await load('billing.change'),
      apply: await load('billing.apply-code'),
      portal: await load('billing.portal'),
      webhook: await load('billing.webhook'),
      remove: await load('account.remove'),
    },
    job: await load('jobs.reconcile-subscriptions'),
    recount: await load('jobs.recount-totals'),
  };
}

/** Stripe's address stays the same while accounts change. */
async function startFront() {
  let api: ReturnType<typeof createApi> | undefined;
  let chance = () => 1;
  const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    const answer = await api?.({ method, url, headers, body: await text(request) });
    // An answer may be outdated when it is read.
    if (chance() < 0.2) await wait(chance() * 20);
    response.writeHead(answer?.status ?? 503, answer?.headers).end(answer?.body);
  });
  const url = await listen(server);
  return {
    url,
    /** @param slowness numbers from 0 to 1; below a fifth, an answer is late */
    use: (next: Account, slowness: () => number) => {
      chance = slowness;
      api = createApi(next, keys, () => next.flush());
    },
    stop: () => close(server),
  };
}

/** In memory; `mail.ts` delivers the webhooks. */
async function newAccount(
  front: Awaited<ReturnType<typeof startFront>>,
  slowness: () => number,
): Promise<Account> {
  const store = await openStore();
  const account = new Account(store, front.url);
  account.runAt(account.now(), () => {
    setUpAccount(account, `${siteOrigin}/api/stripe-webhook`);
    for (const [code, parameters] of Object.entries(coupons)) makeCode(account, code, parameters);
  });
  await store.close();
  front.use(account, slowness);
  return account;
}

function makeCode(account: Account, code: string, [coupon, restrictions = {}]: Coupon): void {
  const { id } = callApi(account, 'POST /v1/coupons', coupon);
  const promotion = { 'promotion[type]': 'coupon', 'promotion[coupon]': id };
  callApi(account, 'POST /v1/promotion_codes', { code, ...promotion, ...restrictions });
}

type Coupon = readonly [Record<string, string>, Record<string, string>?];

/** Beside the one that the account begins with. */
const coupons: Record<Exclude<Code, 'HALF'>, Coupon> = {
  QUARTER: [{ percent_off: '25', duration: 'forever' }],
  THREE: [{ amount_off: '150', currency: 'usd', duration: 'repeating', duration_in_months: '3' }],
  SINGLE: [{ percent_off: '100', duration: 'once' }, { max_redemptions: '1' }],
  NEW: [{ percent_off: '40', duration: 'once' }, { 'restrictions[first_time_transaction]': 'true' }],
};

function submitAtPortal(account: Account, portal: string, fields: Record<string, string>): string {
  const session = new URL(portal).pathname.split('/').at(-1) ?? '';
  const answer = handlePortal(account, session, new URLSearchParams(fields));
  return 'location' in answer ? '' : answer.body.markup;
}

function setTime(now: number): void {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now });
}

async function empty(documents: DynamoDBDocumentClient): Promise<void> {
  for (const table of ['users', 'usage']) {
    const keysOnly = { TableName: table, ProjectionExpression: 'pk, sk' };
    for await (const { Items = [] } of paginateScan({ client: documents }, keysOnly)) {
      for (let from = 0; from < Items.length; from += 25) {
        const requests = Items.slice(from, from + 25).map((Key) => ({ DeleteRequest: { Key } }));
        await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
      }
    }
  }
}

function keepLog() {
  const write = process.stdout.write;
  const faults: string[] = [];
  process.stdout.write = (chunk: string | Uint8Array, ...rest: []) => {
    const line = String(chunk);
    if (!line.startsWith('{"time"')) return write.call(process.stdout, chunk, ...rest);
    if (line.includes('"level":"error"')) faults.push(line.trim());
    return true;
  };
  return {
    faults,
    restore: () => {
      process.stdout.write = write;
    },
  };
}
