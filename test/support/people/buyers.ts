import type Stripe from 'stripe';
import { beforeEach } from 'vitest';
import type { Purchase, Subscription } from '../../../functions/tables/users.ts';
import type { Recovery } from '../../../infra/local/stripe/account/account.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import type { PlanId } from '../../../shared/plans.ts';
import { beforeRequests, call, type Someone, startInProcess } from '../handlers/in-process.ts';
import { type Reply, sendWebhook, startStripe } from '../stripe/stripe.ts';
import { visa } from './cards.ts';

interface Profile {
  readonly customerId?: string;
  readonly formerCustomerId?: string;
  readonly purchase?: Purchase;
  readonly subscription?: Subscription;
  readonly trialSetupIntentId?: string;
  readonly purchaseLock?: object;
  readonly syncsBegun?: number;
}

type Status = Record<string, unknown> & {
  readonly purchase: null | { readonly state: string };
};

/**
 * Buyers for tests that call handlers; the product knows none of a test's cards. Sets the environment: call it
 * before importing a handler.
 *
 * @param options.recovery Stripe's settings for failed charges, if not the usual ones
 */
export async function startBuyers({ recovery }: { recovery?: Recovery } = {}) {
  process.env.CEILINGS = JSON.stringify({ cardFormsPerAddress, codesPerAddress } satisfies Partial<Ceilings>);
  const inProcess = await startInProcess();
  const testStripe = await startStripe(recovery);
  const { handler: createHandler } = await import('../../../functions/billing/create.ts');
  const { handler: statusHandler } = await import('../../../functions/billing/status.ts');
  const { documentClient } = await import('../../../functions/tables/client.ts');

  const deleteTrials = async () => {
    const ledger = (await inProcess.all('users')).filter(({ pk }) => `${pk}`.startsWith('TRIAL#'));
    for (const { pk, sk } of ledger) await inProcess.remove('users', `${pk}`, `${sk}`);
  };
  // There are few test cards, and each has one trial.
  beforeEach(deleteTrials);

  /** Sends an event of Stripe to the product's webhook. */
  const send = (event: object) => sendWebhook(event, { secret: testStripe.keys.webhookSecret });
  const create = (someone: Someone, body: object = { priceId: 'parley_monthly' }) =>
    call(createHandler, { method: 'POST', path: '/api/create-subscription', body }, someone);
  const profile = async ({ partition }: Someone): Promise<Profile> => {
    const item = await inProcess.item('users', partition, 'PROFILE');
    if (!item) throw new Error('There is no profile.');
    return item;
  };
  const customerOf = async (someone: Someone) => (await profile(someone)).customerId ?? '';
  /** Sends the product a signed webhook about an object at Stripe. */
  const signal = (type: string, object: { id: string; customer?: unknown }) =>
    send({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type,
      livemode: false,
      data: { object },
    });
  return {
    ...inProcess,
    ...testStripe,
    create,
    send,
    signal,
    profile,
    customerOf,
    deleteTrials,
    /** Payments above zero, in cents. */
    paid: async (someone: Someone) => {
      const customer = await customerOf(someone);
      const { data } = await testStripe.stripe.invoices.list({ customer, limit: 100 });
      return data.map(({ amount_paid }) => amount_paid).filter((cents) => cents > 0);
    },
    priceOf: async (plan: PlanId) => {
      const { data } = await testStripe.stripe.prices.list({ lookup_keys: [plan] });
      return data[0]?.id ?? '';
    },
    revenue: async () => (await inProcess.all('users')).filter(({ sk }) => `${sk}`.startsWith('INVOICE#')),
    /** Runs a function that dies before its nth request to Stripe or the database; no later one arrives. */
    dyingBefore: async <Result>(step: number, run: () => Promise<Result>) => {
      let steps = 0;
      testStripe.intercept(async (_call, execute) => {
        steps += 1;
        return steps < step ? execute() : dead;
      });
      const revive = beforeRequests(documentClient, () => {
        steps += 1;
        if (steps >= step) throw new Error('The function has died.');
      });
      try {
        return await run();
      } finally {
        revive();
        testStripe.intercept();
      }
    },
    /** Starts, gives the card, and delivers the webhook. */
    subscribe: async (someone: Someone, { card = visa, body }: { card?: string; body?: object } = {}) => {
      const { body: answer } = await create(someone, body);
      const id = await testStripe.giveCard(answer.clientSecret, card);
      const { status } = await signal('setup_intent.succeeded', { id });
      if (status !== 200) throw new Error(`The webhook answered ${status}.`);
      return id;
    },
    status: async (someone: Someone): Promise<Status> =>
      (await call(statusHandler, { method: 'GET', path: '/api/subscription-status' }, someone)).body,
    /** Ended ones too, newest first. */
    subscriptions: async (someone: Someone): Promise<Stripe.Subscription[]> => {
      const { customerId = 'none' } = await profile(someone);
      return testStripe.stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 1_000 });
    },
  };
}

/** All tests share one address. */
export const cardFormsPerAddress = 1_000;
const codesPerAddress = 1_000;

/** An answer without retries. */
const dead: Reply = { status: 400, body: '{"error":{"type":"invalid_request_error","message":"dead"}}' };
