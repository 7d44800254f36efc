import type Stripe from 'stripe';
import { daySeconds } from '../../../../shared/dates.ts';
import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Invoice, Objects, Subscription } from '../account/objects.ts';
import { decideCharge, type Outcome } from '../cards/test-cards.ts';
import { invalid, type StripeError } from '../errors.ts';
import { cancelNow } from './cancellation.ts';
import { changeSubscription, getSubscriptionId, markPaid, stopCollecting } from './invoice.ts';
import {
  declinePayment,
  failAuthentication,
  findPendingPayment,
  recordPayment,
  startAuthentication,
} from './payments.ts';

type Card = Objects['payment_method'];

/** The subscription's card, else the customer's; not a detached one. */
export function findCardToCharge(
  account: Account,
  subscription: Pick<Subscription, 'customer' | 'default_payment_method'>,
): Card | undefined {
  const customer = account.find('customer', subscription.customer);
  return [subscription.default_payment_method, customer?.invoice_settings.default_payment_method]
    .map((id) => account.find('payment_method', id))
    .find((card) => card?.customer === subscription.customer);
}

export function noCard(): StripeError {
  const message =
    'This customer has no attached payment source or default payment method. ' +
    'Please consider adding a default payment method.';
  return invalid(message, undefined, 'resource_missing');
}

/**
 * @param options.isExtra an attempt outside the retry schedule
 * @param options.isOnSession the cardholder is present for 3-D Secure
 */
export function collect(
  account: Account,
  invoice: Invoice,
  card: Card | undefined,
  { isExtra = false, isOnSession = false } = {},
): Outcome {
  const attempts = isExtra ? Math.max(1, invoice.attempt_count) : invoice.attempt_count + 1;
  const isFree = invoice.amount_due === 0;
  const outcome: Outcome = isFree ? { ok: true } : decideCharge(card, isOnSession);
  if (outcome.ok) {
    markPaid(account, invoice, isFree ? 0 : attempts);
    if (card && !isFree) recordPayment(account, invoice, card);
    activateSubscription(account, invoice);
  } else {
    if (card && outcome.needsAuthentication) startAuthentication(account, invoice, card);
    else declinePayment(account, invoice, outcome);
    const isLast = markFailed(account, invoice, outcome, attempts);
    applyFailedCharge(account, invoice, isLast);
  }
  return outcome;
}

/** Records the result of 3-D Secure for a payment. @throws StripeError for a wrong secret */
export function verifyPayment(
  account: Account,
  id: string,
  secret: unknown,
  isVerified: boolean,
): Objects['payment_intent'] {
  const { intent, invoice, card } = findPendingPayment(account, id, secret);
  if (isVerified) {
    markPaid(account, invoice, invoice.attempt_count);
    recordPayment(account, invoice, card);
    activateSubscription(account, invoice);
  } else {
    failAuthentication(account, intent);
    markFailed(account, invoice, { ok: false, code: 'authentication_required' }, invoice.attempt_count);
  }
  return intent;
}

/** Only the latest invoice changes the subscription. */
function activateSubscription(account: Account, invoice: Invoice): void {
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  if (subscription?.latest_invoice !== invoice.id) return;
  const { pending_update: update } = subscription;
  if (update?.subscription_items) {
    changeSubscription(account, subscription, {
      billing_cycle_anchor: update.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
      items: { ...subscription.items, data: [update.subscription_items[0] as Stripe.SubscriptionItem] },
      pending_update: null,
    });
  }
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    changeSubscription(account, subscription, { status: 'active' });
}

function markFailed(
  account: Account,
  invoice: Invoice,
  { needsAuthentication }: Outcome & { ok: false },
  attempts: number,
): boolean {
  const isCounted = attempts > invoice.attempt_count;
  // A first invoice is not retried: its subscription expires within a day.
  const isRetried = invoice.auto_advance === true && invoice.billing_reason !== 'subscription_create';
  const days = isRetried ? account.recovery.retryAfterDays[attempts - 1] : undefined;
  const next = days === undefined ? null : account.now() + days * daySeconds;
  account.change('invoice', invoice, {
    attempt_count: attempts,
    next_payment_attempt: isCounted ? next : invoice.next_payment_attempt,
  });
  emit(account, 'invoice.payment_failed', invoice);
  if (needsAuthentication) emit(account, 'invoice.payment_action_required', invoice);
  return isRetried && next === null;
}

function applyFailedCharge(account: Account, invoice: Invoice, isLast: boolean): void {
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  if (!subscription) return;
  const isDue = subscription.latest_invoice === invoice.id && subscription.pending_update === null;
  if (subscription.status === 'active' && isDue)
    changeSubscription(account, subscription, { status: 'past_due' });
  if (!isLast || subscription.status !== 'past_due') return;
  if (account.recovery.afterLastRetry === 'cancel') {
    cancelNow(account, subscription);
  } else {
    stopCollecting(account, subscription);
    changeSubscription(account, subscription, { status: 'unpaid' });
  }
}
