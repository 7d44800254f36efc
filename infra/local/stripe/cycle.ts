import type Stripe from 'stripe';
import type { Account } from './account.ts';
import type { Invoice, Subscription } from './billing-objects.ts';
import { cancelNow } from './cancellation.ts';
import { changeSubscription } from './changes.ts';
import { cardOf, collect } from './collection.ts';
import { draftInvoice, finalizeInvoice, markVoid, type Occasion, voidFirstInvoice } from './invoice.ts';
import { periodEnd } from './periods.ts';

/** The trial is over: the first paid period begins, unless there is no card and the subscription ends or waits. */
export function endTrial(account: Account, subscription: Subscription): void {
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (missing === 'create_invoice' || cardOf(account, subscription)) renew(account, subscription);
  else if (missing === 'cancel') cancelNow(account, subscription);
  else changeSubscription(account, subscription, { status: 'paused' }, 'customer.subscription.paused');
}

/**
 * Begins the next period, with an invoice that is charged an hour later: until then the subscription is active, and
 * nobody has paid. One that is unpaid gets drafts only.
 */
export function renew(account: Account, subscription: Subscription): void {
  const [{ current_period_start: since, current_period_end: start }] = subscription.items.data;
  const status = subscription.status === 'trialing' ? 'active' : subscription.status;
  const items = itemsOf(subscription, subscription.billing_cycle_anchor, start);
  const isPaused = subscription.pause_collection !== null;
  const isAutomatic = status !== 'unpaid' && !isPaused;
  const occasion = { reason: 'subscription_cycle', since, isAutomatic } as const;
  const invoice = bill(account, subscription, { status, items }, occasion);
  // As https://docs.stripe.com/billing/subscriptions/pause-payment says.
  if (isPaused) markVoid(account, invoice);
}

/** Ends a pause, with a period that begins now and is paid for at once. */
export function resume(account: Account, subscription: Subscription): void {
  const now = account.now();
  const invoice = bill(
    account,
    subscription,
    { status: 'active', items: itemsOf(subscription, now, now), billing_cycle_anchor: now },
    { reason: 'subscription_update', since: now },
    'customer.subscription.resumed',
  );
  finalizeInvoice(account, invoice);
  collect(account, invoice, cardOf(account, subscription));
}

/** The first invoice was not paid in time. */
export function expire(account: Account, subscription: Subscription): void {
  voidFirstInvoice(account, subscription);
  changeSubscription(account, subscription, { status: 'incomplete_expired', ended_at: account.now() });
}

function bill(
  account: Account,
  subscription: Subscription,
  changes: Partial<Subscription>,
  occasion: Occasion,
  ...also: string[]
): Invoice {
  const invoice = draftInvoice(account, { ...subscription, ...changes }, occasion);
  account.emit('invoice.created', invoice);
  changeSubscription(account, subscription, { ...changes, latest_invoice: invoice.id }, ...also);
  return invoice;
}

function itemsOf({ items }: Subscription, anchor: number, start: number): Subscription['items'] {
  const [item] = items.data;
  const end = periodEnd(anchor, start, item.price.recurring as Stripe.Price.Recurring);
  return { ...items, data: [{ ...item, current_period_start: start, current_period_end: end }] };
}
