import Stripe from 'stripe';
import { type Account, StripeFault } from '../account.ts';
import type { Clock } from '../clock.ts';
import type { Deliveries } from '../deliveries.ts';
import { closeDispute, openDispute } from '../reversals.ts';
import { nextDue } from '../time.ts';
import { type ConsoleNotice, consolePage } from './console-page.ts';
import type { PageAnswer } from './page.ts';

export interface ConsoleTools {
  readonly account: Account;
  readonly stripe: Stripe;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Does what no call can: changes the account, and has its events delivered. */
  perform(work: () => unknown): Promise<unknown>;
}

/**
 * The console, at `/`: what a developer would do in Stripe's dashboard, and what Stripe does by itself.
 *
 * @param fields what a form has sent; missing, the page is asked for
 */
export async function answerConsole(
  tools: ConsoleTools,
  query: URLSearchParams,
  fields?: URLSearchParams,
): Promise<PageAnswer> {
  if (!fields) return consolePage(tools, { done: query.get('done') ?? undefined });
  const act = actions[fields.get('action') ?? ''];
  if (!act) return { location: '/' };
  try {
    return await act(tools, fields);
  } catch (error) {
    const isAnswer =
      error instanceof RangeError ||
      error instanceof StripeFault ||
      error instanceof Stripe.errors.StripeError;
    if (!isAnswer) throw error;
    return consolePage(tools, { problem: error.message });
  }
}

type Action = (tools: ConsoleTools, fields: URLSearchParams) => Promise<PageAnswer>;

const actions: Readonly<Record<string, Action>> = {
  clock: async ({ account, clock }, fields) => {
    await clock.advanceTo(targetOf(account, fields));
    return done('clock');
  },
  webhooks: async ({ deliveries }, fields) => {
    const act = wishes[fields.get('wish') ?? ''];
    await act?.(deliveries);
    return done('webhooks');
  },
  replay: async ({ deliveries }, fields) => {
    deliveries.replay(fields.getAll('event'));
    return done('webhooks');
  },
  portal: async ({ stripe }, fields) => {
    const { url } = await stripe.billingPortal.sessions.create({ customer: fields.get('customer') ?? '' });
    return { location: url };
  },
  cancel: async ({ stripe }, fields) => {
    await stripe.subscriptions.cancel(fields.get('subscription') ?? '');
    return done('canceled');
  },
  refund: async ({ stripe }, fields) => {
    await stripe.refunds.create({ charge: fields.get('charge') ?? '' });
    return done('refunded');
  },
  dispute: async ({ account, perform }, fields) => {
    await perform(() => openDispute(account, fields.get('charge') ?? ''));
    return done('disputed');
  },
  won: decide('won'),
  lost: decide('lost'),
};

function decide(outcome: 'won' | 'lost'): Action {
  return async ({ account, perform }, fields) => {
    await perform(() => closeDispute(account, fields.get('dispute') ?? '', outcome));
    return done('decided');
  };
}

/** What becomes of events, by the word on the button. */
const wishes: Readonly<Record<string, (deliveries: Deliveries) => void | Promise<void>>> = {
  hold: (deliveries) => deliveries.hold(),
  release: (deliveries) => deliveries.release(),
  shuffle: (deliveries) => deliveries.release({ order: 'shuffled' }),
  reverse: (deliveries) => deliveries.release({ order: 'reversed' }),
  usual: (deliveries) => deliveries.disturb({}),
  repeat: (deliveries) => deliveries.disturb({ repeat: 3 }),
  lose: (deliveries) => deliveries.disturb({ lose: 1 }),
  replay: (deliveries) => deliveries.replay('undelivered'),
};

/** Seconds since 1970. */
function targetOf(account: Account, fields: URLSearchParams): number {
  const now = account.now();
  const step = fields.get('step') ?? '';
  if (step === 'next') return nextDue(account) ?? now;
  if (step !== '') return stepFrom(now, step);
  const date = Date.parse(`${fields.get('date')}Z`) / 1_000;
  if (Number.isNaN(date)) throw new RangeError('That is no date.');
  return Math.floor(date);
}

function stepFrom(now: number, step: string): number {
  const date = new Date(now * 1_000);
  if (step === 'day') date.setUTCDate(date.getUTCDate() + 1);
  if (step === 'days') date.setUTCDate(date.getUTCDate() + 8);
  if (step === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  if (step === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  return Math.floor(date.getTime() / 1_000);
}

function done(notice: ConsoleNotice): PageAnswer {
  return { location: `/?done=${notice}` };
}
