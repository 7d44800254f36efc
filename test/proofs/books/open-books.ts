import { onTestFinished } from 'vitest';
import { openStore } from '../../../infra/local/store.ts';
import { Account, type Recovery } from '../../../infra/local/stripe/account/account.ts';
import type { StripeObject, Subscription } from '../../../infra/local/stripe/account/objects.ts';
import { nextDue, runDue } from '../../../infra/local/stripe/billing/due.ts';
import { StripeFault } from '../../../infra/local/stripe/faults.ts';
import { callApi } from '../../../infra/local/stripe/routes.ts';

/** A Stripe account of the stand-in without a server, whose clock stands still until it is moved. */
export interface Books {
  readonly account: Account;
  readonly customer: string;
  /** A monthly one and a yearly one. */
  readonly prices: readonly string[];
  /** @throws StripeFault */
  call<Answer = StripeObject>(call: string, fields?: Record<string, string>): Answer;
  /** Like `call`, but a refusal is undefined. */
  tryCall(call: string, fields?: Record<string, string>): StripeObject | undefined;
  /** The customer's new default card. */
  giveCard(token: string): string;
  subscribe(fields?: Record<string, string>): Subscription;
  moveTo(time: string): void;
  wait(seconds: number): void;
  now(): number;
  /** What was paid: `2026-01-22T11:00:00.000Z 499`, the oldest first. */
  charges(): string[];
  at<Result>(work: () => Result): Result;
}

export async function openBooks(time: string, recovery?: Recovery): Promise<Books> {
  const store = await openStore();
  onTestFinished(() => store.close());
  const account = new Account(store, 'http://stripe.test', recovery);
  let now = seconds(time);
  const at = <Result>(work: () => Result) => account.at(now, work);
  const call: Books['call'] = (signature, fields) =>
    at(() => {
      try {
        return callApi(account, signature, fields);
      } finally {
        runDue(account);
      }
    });
  const wait = (duration: number) => {
    const target = now + duration;
    const next = () => at(() => nextDue(account));
    for (let due = next(); due !== undefined && due <= target; due = next()) {
      now = due;
      at(() => runDue(account));
    }
    now = target;
  };
  const product = call('POST /v1/products', { name: 'Premium' }).id;
  const prices = ['month', 'year'].map((interval) => {
    const price = { product, currency: 'usd', unit_amount: '499', 'recurring[interval]': interval };
    return call('POST /v1/prices', price).id;
  });
  const { id: customer } = call('POST /v1/customers');
  return {
    account,
    customer,
    prices,
    call,
    tryCall: (signature, fields) => {
      try {
        return call(signature, fields);
      } catch (error) {
        if (error instanceof StripeFault) return undefined;
        throw error;
      }
    },
    giveCard: (token) => {
      const { id } = call(`POST /v1/payment_methods/${token}/attach`, { customer });
      call(`POST /v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': id });
      return id;
    },
    subscribe: (fields) =>
      call<Subscription>('POST /v1/subscriptions', {
        customer,
        'items[0][price]': prices[0] ?? '',
        ...fields,
      }),
    moveTo: (target) => wait(seconds(target) - now),
    wait,
    now: () => now,
    charges: () =>
      account
        .all('invoice')
        .filter(({ amount_paid }) => amount_paid > 0)
        .map(({ status_transitions, amount_paid }) => {
          return `${new Date((status_transitions.paid_at ?? 0) * 1_000).toISOString()} ${amount_paid}`;
        }),
    at,
  };
}

export function seconds(time: string): number {
  return Date.parse(time) / 1_000;
}
