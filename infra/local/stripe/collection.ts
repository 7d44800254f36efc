import type { Account, Objects, Recovery } from './account.ts';
import { type Invoice, type Subscription, subscriptionIdOf } from './billing-objects.ts';
import { cancelNow } from './cancellation.ts';
import { outcomeOfCharge } from './cards.ts';
import { changeInvoice, changeSubscription } from './changes.ts';
import { noCardCode } from './declined.ts';
import { markPaid, stopCollecting } from './invoice.ts';
import { askedPayment, askHolder, recordPayment, refuseHolder } from './payments.ts';
import { daySeconds } from './periods.ts';

/** What came of a charge. */
export type Charge = ReturnType<typeof outcomeOfCharge>;

type Card = Objects['payment_method'];
type Intent = Objects['payment_intent'];

/** What can be charged: the subscription's card, else the customer's; a card that was detached is none. */
export function cardOf(account: Account, subscription: Subscription): Card | undefined {
  const customer = account.find('customer', subscription.customer);
  return [subscription.default_payment_method, customer?.invoice_settings.default_payment_method]
    .map((id) => (id ? account.find('payment_method', id) : undefined))
    .find((card) => card?.customer === subscription.customer);
}

export function chargeOf(card: Card | undefined, isPresent = false): Charge {
  return card ? outcomeOfCharge(card, isPresent) : { ok: false, code: noCardCode };
}

/**
 * Charges a finalised invoice, and does what follows for its subscription.
 *
 * @param asked somebody wants it paid now: after the first attempt that does not touch the times of the next ones
 */
export function collect(
  account: Account,
  invoice: Invoice,
  card: Card | undefined,
  { asked = false, isPresent = false } = {},
): Charge {
  const attempts = asked ? Math.max(1, invoice.attempt_count) : invoice.attempt_count + 1;
  const subscription = account.find('subscription', subscriptionIdOf(invoice));
  const charge = invoice.amount_due === 0 ? ({ ok: true } as const) : chargeOf(card, isPresent);
  if (charge.ok) {
    markPaid(account, invoice, invoice.amount_due === 0 ? 0 : attempts);
    if (card && invoice.amount_due > 0) recordPayment(account, invoice, card);
    if (subscription) settle(account, subscription, invoice);
  } else {
    if (card && charge.isAsked) askHolder(account, invoice, card);
    const isLast = markFailed(account, invoice, charge, attempts);
    if (subscription) fallBehind(account, subscription, invoice, isLast);
  }
  return charge;
}

/** The holder's bank has answered the question about the first payment of a subscription. */
export function answerPayment(account: Account, id: string, secret: unknown, succeeds: boolean): Intent {
  const { intent, invoice, card } = askedPayment(account, id, secret);
  const subscription = account.find('subscription', subscriptionIdOf(invoice));
  if (succeeds) {
    markPaid(account, invoice, invoice.attempt_count);
    recordPayment(account, invoice, card);
    if (subscription) settle(account, subscription, invoice);
    return intent;
  }
  refuseHolder(account, intent);
  markFailed(account, invoice, { ok: false, code: 'authentication_required' }, invoice.attempt_count);
  return intent;
}

/** Stripe's own, where nobody has set anything else. */
const usualRecovery: Recovery = { retryAfterDays: [3, 5, 7], afterLastRetry: 'cancel' };

/** Paying the latest invoice makes good; an older one alone does not. */
function settle(account: Account, subscription: Subscription, invoice: Invoice): void {
  const owes = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status);
  if (owes && subscription.latest_invoice === invoice.id) {
    changeSubscription(account, subscription, { status: 'active' });
  }
}

/** @returns whether this was the last attempt that there will be */
function markFailed(
  account: Account,
  invoice: Invoice,
  charge: Charge & { ok: false },
  attempts: number,
): boolean {
  const { retryAfterDays } = account.recovery ?? usualRecovery;
  const isCounted = attempts > invoice.attempt_count;
  // A first invoice is not tried again: its subscription lapses within a day.
  const isRetried = invoice.auto_advance && invoice.billing_reason !== 'subscription_create';
  const days = isRetried ? retryAfterDays[attempts - 1] : undefined;
  const next = days === undefined ? null : account.now() + days * daySeconds;
  changeInvoice(
    account,
    invoice,
    {
      attempted: true,
      attempt_count: attempts,
      next_payment_attempt: isCounted ? next : invoice.next_payment_attempt,
    },
    'invoice.payment_failed',
    ...(charge.needsAuthentication ? ['invoice.payment_action_required'] : []),
  );
  return Boolean(isRetried) && next === null;
}

function fallBehind(account: Account, subscription: Subscription, invoice: Invoice, isLast: boolean): void {
  if (subscription.status === 'active' && subscription.latest_invoice === invoice.id) {
    changeSubscription(account, subscription, { status: 'past_due' });
  }
  if (isLast && subscription.status === 'past_due') giveUp(account, subscription);
}

function giveUp(account: Account, subscription: Subscription): void {
  const { afterLastRetry } = account.recovery ?? usualRecovery;
  if (afterLastRetry === 'cancel') {
    cancelNow(account, subscription, { reason: 'payment_failed' });
  } else if (afterLastRetry === 'unpaid') {
    stopCollecting(account, subscription);
    changeSubscription(account, subscription, { status: 'unpaid' });
  }
}
