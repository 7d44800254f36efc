import type { Account } from '../account/account.ts';
import type { Subscription } from '../account/objects.ts';
import { findOwnCard } from '../cards/payment-methods.ts';
import { invalid, noSuch, notModelled } from '../errors.ts';
import { type Form, flag, metadata, oneOf, type Params, text } from '../parameters.ts';
import { type Route, retrieveRoute, route } from '../route.ts';
import { cancelNow, changeSubscription, noScheduledEnd, scheduleEnd } from './cancellation.ts';
import { createSubscription, subscriptionParameters } from './new-subscription.ts';

const changes = {
  cancel_at: text,
  cancel_at_period_end: flag,
  default_payment_method: text,
  metadata,
  pause_collection: readPause,
};
type Changes = Params<typeof changes>;

/** Subscriptions of one price, charged automatically, without prorations. */
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
    'customer',
  ),
  retrieveRoute('/v1/subscriptions/{id}', 'subscription'),
  route('POST /v1/subscriptions/{id}', changes, ({ account, id, params }) =>
    updateSubscription(account, account.get('subscription', id), params),
  ),
  route(
    'DELETE /v1/subscriptions/{id}',
    { 'cancellation_details[comment]': text },
    ({ account, id, params }) => {
      const subscription = account.get('subscription', id);
      if (hasEnded(subscription)) throw noSuch('subscription', id);
      const comment = params['cancellation_details[comment]'];
      const reason = 'cancellation_requested';
      cancelNow(account, subscription, { reason, ...(comment && { comment }) });
      return subscription;
    },
  ),
];

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** A deleted customer's objects can still be listed. @throws StripeError for an unknown customer */
export function checkCustomer(account: Account, id: string): void {
  if (!account.find('customer', id) && !account.find('deleted_customer', id))
    throw noSuch('customer', id, 'customer');
}

function readPause(form: Form, name: string): Subscription['pause_collection'] | undefined {
  if (form.take(name) === '') return null;
  const behavior = oneOf('void')(form, `${name}[behavior]`);
  return behavior && { behavior, resumes_at: null };
}

function updateSubscription(account: Account, subscription: Subscription, params: Changes): Subscription {
  const { metadata, ...others } = params;
  const { default_payment_method: card, pause_collection } = others;
  if (Object.values(others).some((each) => each !== undefined)) checkChangeable(subscription);
  if (card) findOwnCard(account, subscription.customer, card, 'default_payment_method');
  changeSubscription(account, subscription, {
    default_payment_method: card || undefined,
    metadata: metadata(subscription.metadata),
    // Only future invoices are voided.
    pause_collection,
    ...readEndChange(account, subscription, params),
  });
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
