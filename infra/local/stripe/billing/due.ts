import type { Account } from '../account/account.ts';
import type { Invoice, Subscription } from '../account/objects.ts';
import { cancelNow } from './cancellation.ts';
import { collect, findCardToCharge } from './collection.ts';
import { findDiscounts } from './discounts.ts';
import {
  buildPeriodLine,
  changeSubscription,
  draftInvoice,
  finalizeInvoice,
  getSubscriptionId,
  markVoid,
  voidOpenInvoices,
} from './invoice.ts';
import { computePeriodEnd, hourSeconds } from './periods.ts';
import { hasEnded } from './subscriptions.ts';

export type Clock = ReturnType<typeof startClock>;

/** Runs billing steps when they fall due. @param commit writes changes and delivers their events */
export function startClock(account: Account, commit: () => Promise<void>, log: (line: string) => void) {
  let lastMove: Promise<void> = Promise.resolve();
  /** Runs each billing step on the way at its own time. @throws RangeError for the past */
  const advanceTo = (seconds: number) => {
    const moved = lastMove.then(() => move(account, seconds, commit));
    lastMove = moved.catch(() => undefined);
    return moved;
  };
  const timer = setInterval(() => {
    const due = findNextDueTime(account);
    if (due === undefined || due > account.now()) return;
    advanceTo(account.now()).catch((error: unknown) =>
      log(`[stripe] ${error instanceof Error ? error.stack : String(error)}`),
    );
  }, 1_000).unref();
  return { now: () => account.now(), advanceTo, stop: () => clearInterval(timer) };
}

async function move(account: Account, target: number, commit: () => Promise<void>): Promise<void> {
  if (!(target >= account.now() - 1)) throw new RangeError('The clock can only be moved to a later time.');
  for (;;) {
    const due = findNextDueTime(account);
    if (due === undefined || due > target) break;
    account.moveTo(due);
    account.runAt(due, () => runDue(account));
    await commit();
  }
  account.moveTo(target);
  await commit();
}

/** Time of the next automatic billing step, in seconds since 1970. */
export function findNextDueTime(account: Account): number | undefined {
  return findFirstStep(account)?.at;
}

export function runDue(account: Account): void {
  for (let due = findFirstStep(account); due && due.at <= account.now(); due = findFirstStep(account))
    due.run();
}

interface DueStep {
  readonly at: number;
  run(): void;
}

/** If two steps fall due together, a cancellation comes before a renewal. */
function findFirstStep(account: Account): DueStep | undefined {
  let first: DueStep | undefined;
  for (const due of listSteps(account)) if (!first || due.at < first.at) first = due;
  return first;
}

function* listSteps(account: Account): Generator<DueStep> {
  for (const subscription of account.all('subscription')) {
    if (!hasEnded(subscription)) yield* listSubscriptionSteps(account, subscription);
  }
  for (const invoice of account.all('invoice')) {
    const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: attemptAt } = invoice;
    const at = status === 'draft' ? finalizesAt : status === 'open' ? attemptAt : null;
    if (at !== null) yield { at, run: () => charge(account, invoice) };
  }
}

function* listSubscriptionSteps(account: Account, subscription: Subscription): Generator<DueStep> {
  const { status, cancel_at, trial_end, created, pending_update: update } = subscription;
  // Before a renewal at the same time.
  if (update) yield { at: update.expires_at, run: () => voidOpenInvoices(account, subscription) };
  if (cancel_at !== null) yield { at: cancel_at, run: () => cancelNow(account, subscription) };
  if (status === 'incomplete') {
    yield { at: created + firstPaymentSeconds, run: () => expire(account, subscription) };
  } else if (status === 'trialing' && trial_end !== null) {
    yield { at: trial_end, run: () => endTrial(account, subscription) };
  } else {
    const [{ current_period_end: at }] = subscription.items.data;
    yield { at, run: () => renew(account, subscription) };
  }
}

const firstPaymentSeconds = 23 * hourSeconds;

function charge(account: Account, invoice: Invoice): void {
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  collect(account, invoice, subscription && findCardToCharge(account, subscription));
}

function expire(account: Account, subscription: Subscription): void {
  voidOpenInvoices(account, subscription);
  changeSubscription(account, subscription, { status: 'incomplete_expired', ended_at: account.now() });
}

function endTrial(account: Account, subscription: Subscription): void {
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (missing === 'cancel' && !findCardToCharge(account, subscription)) cancelNow(account, subscription);
  else renew(account, subscription);
}

/** Begins the next period. Its invoice is charged an hour later; an unpaid subscription gets drafts only. */
function renew(account: Account, subscription: Subscription): void {
  const { items, billing_cycle_anchor: anchor, pause_collection } = subscription;
  const [item] = items.data;
  const { current_period_end: start } = item;
  const end = computePeriodEnd(anchor, start, item.price.recurring?.interval ?? 'month');
  const status = subscription.status === 'trialing' ? 'active' : subscription.status;
  const renewed = { ...item, current_period_start: start, current_period_end: end };
  const changes: Partial<Subscription> = { status, items: { ...items, data: [renewed] } };
  const isPaused = pause_collection !== null;
  const isAutomatic = status !== 'unpaid' && !isPaused;
  const lines = [buildPeriodLine(account, findDiscounts(account, subscription), renewed)];
  const invoice = draftInvoice(account, subscription, { reason: 'subscription_cycle', lines, isAutomatic });
  changeSubscription(account, subscription, { ...changes, latest_invoice: invoice.id });
  // https://docs.stripe.com/billing/subscriptions/pause-payment
  if (isPaused) markVoid(account, invoice);
}
