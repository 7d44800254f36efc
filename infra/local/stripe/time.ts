import type { Account } from './account.ts';
import { hasEnded, type Invoice, type Subscription, subscriptionIdOf } from './billing-objects.ts';
import { cancelNow } from './cancellation.ts';
import { cardOf, collect } from './collection.ts';
import { endTrial, expire, renew } from './cycle.ts';
import { finalizeInvoice } from './invoice.ts';
import { daySeconds, hourSeconds } from './periods.ts';

/**
 * When the next thing happens by itself, in seconds since 1970: a trial or a period ends, an invoice is finalised, a
 * charge is tried again. Whoever moves the clock far ahead stops here on the way, so that everything gets its own time.
 */
export function nextDue(account: Account): number | undefined {
  return firstOf(account)?.at;
}

/** Does everything that is due at `account.now()`, the earliest first. */
export function runDue(account: Account): void {
  for (let due = firstOf(account); due && due.at <= account.now(); due = firstOf(account)) due.run();
}

/** Something that happens by itself. */
interface Due {
  readonly at: number;
  run(): void;
}

/** Of what is due at the same time, the first of the list: an end comes before the next period. */
function firstOf(account: Account): Due | undefined {
  let first: Due | undefined;
  for (const due of allDue(account)) if (!first || due.at < first.at) first = due;
  return first;
}

function* allDue(account: Account): Generator<Due> {
  for (const subscription of account.all('subscription')) {
    if (!hasEnded(subscription)) yield* dueOf(account, subscription);
  }
  for (const invoice of account.all('invoice')) {
    const due = chargeDue(account, invoice);
    if (due) yield due;
  }
}

function* dueOf(account: Account, subscription: Subscription): Generator<Due> {
  const { status, cancel_at, trial_end, created } = subscription;
  const [{ current_period_end: periodEnd }] = subscription.items.data;
  if (cancel_at !== null) yield { at: cancel_at, run: () => cancelNow(account, subscription) };
  if (status === 'incomplete') {
    yield { at: created + firstPaymentSeconds, run: () => expire(account, subscription) };
  } else if (status === 'trialing' && trial_end !== null) {
    const warnAt = Math.max(created, trial_end - warningSeconds);
    if (warnAt > account.now() || !isWarned(account, subscription)) {
      yield { at: warnAt, run: () => account.emit(warning, subscription) };
    }
    yield { at: trial_end, run: () => endTrial(account, subscription) };
  } else if (status !== 'paused') {
    yield { at: periodEnd, run: () => renew(account, subscription) };
  }
}

function chargeDue(account: Account, invoice: Invoice): Due | undefined {
  const isDraft = invoice.status === 'draft';
  const at = isDraft ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
  if (at === null || (!isDraft && invoice.status !== 'open')) return undefined;
  const run = () => {
    if (isDraft) finalizeInvoice(account, invoice);
    const subscription = account.find('subscription', subscriptionIdOf(invoice));
    collect(account, invoice, subscription && cardOf(account, subscription));
  };
  return { at, run };
}

/** Stripe's objects do not say it: the event does. */
function isWarned(account: Account, { id }: Subscription): boolean {
  return account.all('event').some(({ type, data }) => type === warning && data.object.id === id);
}

const warning = 'customer.subscription.trial_will_end';
const warningSeconds = 3 * daySeconds;
const firstPaymentSeconds = 23 * hourSeconds;
