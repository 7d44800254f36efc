import type Stripe from 'stripe';
import { beforeEach } from 'vitest';
import type { Purchase, Subscription } from '../../../functions/tables/users.ts';
import type { Recovery } from '../../../infra/local/stripe/account/account.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import type { PlanId } from '../../../shared/plans.ts';
import {
  beforeRequests,
  call,
  type InProcess,
  type Someone,
  startInProcess,
} from '../handlers/in-process.ts';
import { type Reply, sendWebhook, startStripe, type TestStripe } from '../stripe/stripe.ts';
import { visa } from './cards.ts';

/** Buyers for tests that call handlers; the product knows none of a test's cards. */
export interface Buyers extends InProcess, TestStripe {
  create(someone: Someone, body?: object): ReturnType<typeof call>;
  /** Sends the product a signed webhook about an object at Stripe. */
  signal(type: string, object: { id: string; customer?: unknown }): ReturnType<typeof sendWebhook>;
  /** Sends an event of Stripe to the product's webhook. */
  send(event: object): ReturnType<typeof sendWebhook>;
  /** Subscribes: starts, gives the card, and delivers the webhooks. */
  subscribe(someone: Someone, options?: { card?: string; body?: object }): Promise<string>;
  /** Removes all used trials, so that every card and address is new. */
  deleteTrials(): Promise<void>;
  /**
   * Runs something in a function that dies before its nth request to Stripe or the database: neither that
   * one nor any later one arrives.
   */
  dyingBefore<Result>(step: number, run: () => Promise<Result>): Promise<Result>;
  status(someone: Someone): Promise<Status>;
  profile(someone: Someone): Promise<Profile>;
  /** A user's customer id at Stripe, or an empty string. */
  customerOf(someone: Someone): Promise<string>;
  /** A person's payments above zero, in cents. */
  paid(someone: Someone): Promise<number[]>;
  /** The id of a plan's price. */
  priceOf(plan: PlanId): Promise<string>;
  /** All payments in the product's ledger. */
  revenue(): Promise<unknown[]>;
  /** A person's subscriptions at Stripe, ended ones too, newest first. */
  subscriptions(someone: Someone): Promise<Stripe.Subscription[]>;
}

interface Profile {
  readonly customerId?: string;
  readonly formerCustomerId?: string;
  readonly purchase?: Purchase;
  readonly subscription?: Subscription;
  readonly trialOf?: string;
  readonly purchaseLock?: object;
  readonly syncsBegun?: number;
}

type Status = Record<string, unknown> & {
  readonly purchase: null | { readonly state: string };
};

/**
 * Sets the environment. Call it before importing a handler.
 *
 * @param options.recovery Stripe's settings for failed charges, if not the usual ones
 */
export async function startBuyers({ recovery }: { recovery?: Recovery } = {}): Promise<Buyers> {
  process.env.CEILINGS = JSON.stringify({ cardFormsPerAddress } satisfies Partial<Ceilings>);
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

  const send: Buyers['send'] = (event) => sendWebhook(event, { secret: testStripe.keys.webhookSecret });
  const create: Buyers['create'] = (someone, body = { priceId: 'parley_monthly' }) =>
    call(createHandler, { method: 'POST', path: '/api/create-subscription', body }, someone);
  const profile: Buyers['profile'] = async ({ partition }) => {
    const item = await inProcess.item('users', partition, 'PROFILE');
    if (!item) throw new Error('There is no profile.');
    return item as Profile;
  };
  const customerOf: Buyers['customerOf'] = async (someone) => (await profile(someone)).customerId ?? '';
  const signal: Buyers['signal'] = (type, object) =>
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
    paid: async (someone) => {
      const customer = await customerOf(someone);
      const { data } = await testStripe.stripe.invoices.list({ customer, limit: 100 });
      return data.map(({ amount_paid }) => amount_paid).filter((cents) => cents > 0);
    },
    priceOf: async (plan) => {
      const { data } = await testStripe.stripe.prices.list({ lookup_keys: [plan] });
      return data[0]?.id ?? '';
    },
    revenue: async () => (await inProcess.all('users')).filter(({ sk }) => `${sk}`.startsWith('INVOICE#')),
    dyingBefore: async (step, run) => {
      let steps = 0;
      testStripe.intercept(async (_call, carryOut) => {
        steps += 1;
        return steps < step ? carryOut() : dead;
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
    subscribe: async (someone, { card = visa, body } = {}) => {
      const { body: answer } = await create(someone, body);
      const id = await testStripe.giveCard(answer.clientSecret, card);
      const { status } = await signal('setup_intent.succeeded', { id });
      if (status !== 200) throw new Error(`The webhook answered ${status}.`);
      return id;
    },
    status: async (someone) =>
      (await call(statusHandler, { method: 'GET', path: '/api/subscription-status' }, someone)).body,
    subscriptions: async (someone) => {
      const { customerId = 'none' } = await profile(someone);
      return testStripe.stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 1_000 });
    },
  };
}

/** All tests share one address. */
export const cardFormsPerAddress = 1_000;

/** An answer without retries. */
const dead: Reply = { status: 400, body: '{"error":{"type":"invalid_request_error","message":"dead"}}' };
