import type Stripe from 'stripe';
import { daySeconds } from '../../../../shared/dates.ts';
import { cancellationReasons } from '../../../../shared/plans.ts';
import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { findOwnCard } from '../cards/payment-methods.ts';
import { decideCharge } from '../cards/test-cards.ts';
import { invalid, noSuch, notModelled } from '../errors.ts';
import { type Form, flag, integer, metadata, oneOf, type Params, required, text } from '../parameters.ts';
import { type Route, retrieveRoute, route } from '../route.ts';
import { cancelNow, noScheduledEnd, scheduleEnd } from './cancellation.ts';
import { collect, findCardToCharge, noCard } from './collection.ts';
import { type DiscountSource, findDiscounts, readDiscount, redeem } from './discounts.ts';
import { buildPeriodLine, changeSubscription, draftInvoice, finalizeInvoice } from './invoice.ts';
import { computePeriodEnd } from './periods.ts';
import { applyItemChange, findPrice, itemChange } from './plan-change.ts';

const missingCard = 'trial_settings[end_behavior][missing_payment_method]';

const subscriptionParameters = {
  customer: required(text),
  'items[0][price]': required(text),
  'automatic_tax[enabled]': flag,
  discounts: readDiscount,
  trial_period_days: integer,
  [missingCard]: oneOf('cancel', 'create_invoice'),
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete'),
  metadata,
};

type NewSubscription = Params<typeof subscriptionParameters>;

const changes = {
  cancel_at: text,
  cancel_at_period_end: flag,
  cancellation_details: readDetails,
  default_payment_method: text,
  discounts: readDiscount,
  items: itemChange(),
  metadata,
  pause_collection: readPause,
};
type Changes = Params<typeof changes>;

/** Subscriptions of one price, charged automatically. */
export const subscriptionRoutes: readonly Route[] = [
  route('POST /v1/subscriptions', subscriptionParameters, ({ account, params }) =>
    createSubscription(account, params),
  ),
  route(
    'GET /v1/subscriptions',
    { customer: text, status: oneOf('all') },
    ({ account, params: { customer, status } }) => {
      if (customer) checkCustomer(account, customer);
      const isListed = (each: Subscription) =>
        (!customer || each.customer === customer) && (status === 'all' || !hasEnded(each));
      return { object: 'list', data: account.all('subscription').filter(isListed) };
    },
    { customer: 'customer', latest_invoice: 'invoice' },
  ),
  retrieveRoute('/v1/subscriptions/{id}', 'subscription', { customer: 'customer' }),
  route('POST /v1/subscriptions/{id}', changes, ({ account, id, params }) =>
    updateSubscription(account, account.get('subscription', id), params),
  ),
  route('DELETE /v1/subscriptions/{id}', { cancellation_details: readDetails }, ({ account, id, params }) => {
    const subscription = account.get('subscription', id);
    if (hasEnded(subscription)) throw noSuch('subscription', id);
    cancelNow(account, subscription, params.cancellation_details);
    return subscription;
  }),
];

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** A deleted customer's objects can still be listed. @throws StripeError for an unknown customer */
export function checkCustomer(account: Account, id: string): void {
  if (!account.find('customer', id) && !account.find('deleted_customer', id))
    throw noSuch('customer', id, 'customer');
}

/** @throws StripeError without a trial or a card to charge */
function createSubscription(account: Account, params: NewSubscription): Subscription {
  const isOnSession = !params.off_session;
  const card = findCardToCharge(account, { customer: params.customer, default_payment_method: null });
  const isTrial = params.trial_period_days !== undefined;
  if (!isTrial && !card) throw noCard();
  const isPaid = isTrial || decideCharge(card, isOnSession).ok;
  const status = isTrial ? 'trialing' : isPaid ? 'active' : 'incomplete';
  const subscription = storeSubscription(account, params, status);
  const [item] = subscription.items.data;
  const discounts = findDiscounts(account, subscription);
  const lines = [buildPeriodLine(account, discounts, item, isTrial ? { amount: 0 } : {})];
  const invoice = draftInvoice(account, subscription, { reason: 'subscription_create', lines });
  account.change('subscription', subscription, { latest_invoice: invoice.id });
  emit(account, 'customer.subscription.created', subscription);
  finalizeInvoice(account, invoice);
  collect(account, invoice, card, { isOnSession });
  return subscription;
}

function storeSubscription(
  account: Account,
  params: NewSubscription,
  status: Subscription['status'],
): Subscription {
  const { customer, trial_period_days: trialDays, [missingCard]: missing = 'create_invoice' } = params;
  account.get('customer', customer, 'customer');
  const price = findPrice(account, params['items[0][price]'], 'items[0][price]');
  const isTaxed = params['automatic_tax[enabled]'] ?? false;
  if (isTaxed) checkTaxable(account.get('customer', customer), price);
  const now = account.now();
  const trialEnd = trialDays === undefined ? null : now + trialDays * daySeconds;
  const anchor = trialEnd ?? now;
  const item = {
    id: account.createId('si'),
    current_period_start: now,
    current_period_end: computePeriodEnd(anchor, now, price.recurring.interval),
    price: structuredClone(price),
    quantity: 1,
  } as unknown as Stripe.SubscriptionItem;
  return account.create('subscription', {
    ...noScheduledEnd,
    status,
    automatic_tax: { enabled: isTaxed } as Subscription['automatic_tax'],
    billing_cycle_anchor: anchor,
    currency: price.currency,
    customer,
    discounts: redeemFor(account, customer, price, params.discounts) ?? [],
    items: { object: 'list', data: [item] } as unknown as Subscription['items'],
    metadata: params.metadata(),
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: missing } } as Subscription['trial_settings'],
    trial_start: trialEnd && now,
  });
}

/** @returns the ids of the discounts */
function redeemFor(
  account: Account,
  customer: string,
  price: Pick<Stripe.Price, 'unit_amount'>,
  source: DiscountSource | undefined,
): string[] | undefined {
  return source && [redeem(account, source, { customer, amount: price.unit_amount ?? 0 }).id];
}

/** Included in the price, tax changes no amount. */
function checkTaxable({ address }: Objects['customer'], { tax_behavior }: Objects['price']): void {
  if (!address?.country) {
    const message =
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
    throw invalid(message, undefined, 'customer_tax_location_invalid');
  }
  if (tax_behavior === 'exclusive') throw notModelled('tax beside the price');
  if (tax_behavior === 'unspecified') throw invalid('The price has no tax_behavior.', 'items[0][price]');
}

function readDetails(form: Form, name: string): Subscription['cancellation_details'] | undefined {
  const comment = text(form, `${name}[comment]`) ?? null;
  const feedback = oneOf(...cancellationReasons)(form, `${name}[feedback]`) ?? null;
  return comment === null && feedback === null
    ? undefined
    : { comment, feedback, feedback_option: null, reason: null };
}

function readPause(form: Form, name: string): Subscription['pause_collection'] | undefined {
  if (form.take(name) === '') return null;
  const behavior = oneOf('void')(form, `${name}[behavior]`);
  return behavior && { behavior, resumes_at: null };
}

function updateSubscription(account: Account, subscription: Subscription, params: Changes): Subscription {
  const { metadata, ...others } = params;
  const { default_payment_method: card, discounts, items, pause_collection } = others;
  const given = Object.values(others).filter((each) => each !== undefined);
  if (given.length > 0) checkChangeable(subscription);
  if (items?.isPendingAllowed && given.length > 1)
    throw invalid(
      'payment_behavior=pending_if_incomplete does not support other changes.',
      'payment_behavior',
    );
  if (card) findOwnCard(account, subscription.customer, card, 'default_payment_method');
  changeSubscription(account, subscription, {
    default_payment_method: card || undefined,
    discounts: redeemFor(account, subscription.customer, subscription.items.data[0].price, discounts),
    metadata: metadata(subscription.metadata),
    cancellation_details: others.cancellation_details,
    // Only future invoices are voided.
    pause_collection,
    ...readEndChange(account, subscription, params),
  });
  if (items) applyItemChange(account, subscription, items);
  return subscription;
}

function checkChangeable(subscription: Subscription): void {
  if (hasEnded(subscription)) {
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'invalid_canceled_subscription_fields',
    );
  }
  if (subscription.status === 'incomplete') throw notModelled('changes of an incomplete subscription');
}

/** A scheduled end is removed with the parameter that set it. */
function readEndChange(account: Account, subscription: Subscription, params: Changes): Partial<Subscription> {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = params;
  if (at === undefined && atPeriodEnd === undefined) return {};
  if (at !== undefined && atPeriodEnd !== undefined)
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  if (atPeriodEnd) return scheduleEnd(subscription, 'period_end');
  if (at) return scheduleEnd(subscription, readEnd(account, subscription, at));
  if (subscription.cancel_at === null) return {};
  const isOther = subscription.cancel_at_period_end === (at === '');
  if (isOther) throw notModelled('cancelling a scheduled end with the other parameter');
  return noScheduledEnd;
}

function readEnd(account: Account, subscription: Subscription, word: string): number {
  const at = Number(word);
  if (!Number.isInteger(at)) throw notModelled(`the end ${word}`, 'cancel_at');
  if (at <= account.now()) throw invalid('Invalid timestamp: must be in the future.', 'cancel_at');
  if (at > subscription.items.data[0].current_period_end)
    throw notModelled('an end after the current period, which is prorated', 'cancel_at');
  return at;
}
