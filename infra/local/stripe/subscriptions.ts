import type { Account, ApiCall, Listing, Route } from './account.ts';
import { hasEnded, type Subscription } from './billing-objects.ts';
import { cancelNow, endsAt, goesOn } from './cancellation.ts';
import { changeSubscription } from './changes.ts';
import { cardOf, chargeOf } from './collection.ts';
import { resume } from './cycle.ts';
import { declined } from './declined.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  mergeMetadata,
  noSuch,
  notModelled,
  type Parameters,
  readBoolean,
  readInteger,
  readParameters,
  readWord,
} from './parameters.ts';
import { createSubscription, readCard } from './start.ts';

/** Stripe's subscriptions: of one price each, charged automatically, without prorations. */
export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/subscriptions', run: createSubscription },
  { method: 'GET', path: '/v1/subscriptions', run: listSubscriptions },
  { method: 'GET', path: '/v1/subscriptions/{id}', run: retrieveSubscription },
  { method: 'POST', path: '/v1/subscriptions/{id}', run: updateSubscription },
  { method: 'DELETE', path: '/v1/subscriptions/{id}', run: cancelSubscription },
  { method: 'POST', path: '/v1/subscriptions/{id}/resume', run: resumeSubscription },
];

function listSubscriptions({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['customer', 'price', 'status', ...createdParameters]);
  const { customer, price } = given;
  const status = readWord(given.status, 'status', listedStatuses);
  if (customer) checkCustomer(account, customer);
  const data = account
    .all('subscription')
    .filter(
      (each) =>
        (!customer || each.customer === customer) &&
        (!price || each.items.data[0].price.id === price) &&
        isListed(each, status) &&
        isCreatedWithin(each.created, given),
    );
  return { object: 'list', data: data.toReversed() };
}

/**
 * What a deleted customer had can still be listed.
 *
 * @throws StripeFault for one that never was
 */
export function checkCustomer(account: Account, id: string): void {
  if (!account.find('customer', id) && !account.find('deleted_customer', id)) {
    throw noSuch('customer', id, 'customer');
  }
}

function isListed(subscription: Subscription, status: (typeof listedStatuses)[number] | undefined): boolean {
  switch (status) {
    case 'all':
      return true;
    case 'ended':
      return hasEnded(subscription);
    case undefined:
      return !hasEnded(subscription);
    default:
      return subscription.status === status;
  }
}

const listedStatuses = [
  'all',
  'ended',
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

function retrieveSubscription({ account, path, params }: ApiCall): Subscription {
  readParameters(params, []);
  return find(account, path.id);
}

function updateSubscription({ account, path, params }: ApiCall): Subscription {
  const given = readParameters(params, updateParameters);
  const subscription = find(account, path.id);
  if (hasEnded(subscription)) refuseBut(given, ['metadata', ...detailParameters], ended);
  if (subscription.status === 'incomplete') {
    refuseBut(given, ['metadata', 'default_payment_method', ...detailParameters], incomplete);
  }
  changeSubscription(account, subscription, {
    ...(given.default_payment_method !== undefined && {
      default_payment_method: readCard(account, subscription.customer, given.default_payment_method),
    }),
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    ...pauseChange(given),
    ...detailsChange(subscription, given),
    ...endChange(account, subscription, given),
  });
  return subscription;
}

/** Invoices of the time from now on are void; those that are open or drafts go on. */
function pauseChange(given: UpdateParameters): Partial<Subscription> {
  if (given.pause_collection === '') return { pause_collection: null };
  const behavior = given['pause_collection[behavior]'];
  if (behavior === undefined) return {};
  readWord(behavior, 'pause_collection[behavior]', ['void']);
  return { pause_collection: { behavior: 'void', resumes_at: null } };
}

const detailParameters = ['cancellation_details[comment]', 'cancellation_details[feedback]'] as const;

const updateParameters = [
  'cancel_at',
  'cancel_at_period_end',
  'default_payment_method',
  'metadata',
  'pause_collection',
  'pause_collection[behavior]',
  ...detailParameters,
] as const;

type UpdateParameters = Parameters<(typeof updateParameters)[number]>;

function refuseBut(given: UpdateParameters, allowed: readonly string[], refusal: Refusal): void {
  const name = Object.keys(given).find((each) => !allowed.includes(each));
  if (name) throw invalid(refusal.message, name, refusal.code);
}

interface Refusal {
  readonly message: string;
  readonly code?: string;
}

const ended: Refusal = {
  message: 'A canceled subscription can only update its cancellation_details and metadata.',
  code: 'invalid_canceled_subscription_fields',
};

const incomplete: Refusal = {
  message: 'A subscription whose first invoice is not paid can only update its metadata and payment method.',
};

function detailsChange({ cancellation_details }: Subscription, given: Details): Partial<Subscription> {
  const details = detailsOf(given);
  if (Object.keys(details).length === 0) return {};
  return {
    cancellation_details: { ...goesOn.cancellation_details, ...cancellation_details, ...details },
  };
}

/** What the customer says of it; an empty word takes theirs back. */
function detailsOf(given: Details) {
  const comment = given['cancellation_details[comment]'];
  const feedback = given['cancellation_details[feedback]'];
  return {
    ...(comment !== undefined && { comment: comment || null }),
    ...(feedback !== undefined && { feedback: feedback || null }),
  };
}

type Details = Parameters<(typeof detailParameters)[number]>;

/** Stripe has two forms of a scheduled end; each is taken back in its own. */
function endChange(
  account: Account,
  subscription: Subscription,
  given: UpdateParameters,
): Partial<Subscription> {
  const { cancel_at: at } = given;
  const atPeriodEnd = readBoolean(given.cancel_at_period_end, 'cancel_at_period_end');
  if (at === undefined && atPeriodEnd === undefined) return {};
  if (at !== undefined && atPeriodEnd !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  if (at === '' || atPeriodEnd === false) {
    const isOther = at === '' ? subscription.cancel_at_period_end : !subscription.cancel_at_period_end;
    if (subscription.cancel_at === null) return {};
    if (isOther) throw notModelled('a scheduled end that is taken back in the other form');
    return goesOn;
  }
  if (subscription.status === 'paused') throw notModelled('the scheduled end of a paused subscription');
  return endsAt(account, subscription, at === undefined ? 'period_end' : readEnd(account, subscription, at), {
    ...subscription.cancellation_details,
    ...detailsOf(given),
  });
}

/** @returns seconds since 1970 */
function readEnd(account: Account, subscription: Subscription, word: string): number {
  const [{ current_period_end: periodEnd }] = subscription.items.data;
  if (word === 'min_period_end' || word === 'max_period_end') return periodEnd;
  const at = readInteger(word, 'cancel_at') ?? 0;
  if (at <= account.now()) throw invalid('Invalid timestamp: must be in the future.', 'cancel_at');
  if (at > periodEnd) throw notModelled('an end after the current period, which is prorated', 'cancel_at');
  return at;
}

function cancelSubscription({ account, path, params }: ApiCall): Subscription {
  const given = readParameters(params, ['invoice_now', 'prorate', ...detailParameters]);
  for (const name of ['invoice_now', 'prorate'] as const) {
    if (readBoolean(given[name], name)) throw notModelled('prorations', name);
  }
  const subscription = find(account, path.id);
  if (hasEnded(subscription)) throw noSuch('subscription', subscription.id);
  cancelNow(account, subscription, { ...detailsOf(given), reason: 'cancellation_requested' });
  return subscription;
}

function resumeSubscription({ account, path, params }: ApiCall): Subscription {
  const given = readParameters(params, ['billing_cycle_anchor']);
  if (given.billing_cycle_anchor === 'unchanged')
    throw notModelled('an unchanged anchor', 'billing_cycle_anchor');
  const subscription = find(account, path.id);
  if (subscription.status !== 'paused') throw invalid('Only a paused subscription can be resumed.');
  const card = cardOf(account, subscription);
  const charge = chargeOf(card);
  if (!charge.ok && !card) throw declined(charge);
  if (!charge.ok) throw notModelled('resuming with a card that is declined');
  resume(account, subscription);
  return subscription;
}

function find(account: Account, id = ''): Subscription {
  const subscription = account.find('subscription', id);
  if (!subscription) throw noSuch('subscription', id);
  return subscription;
}
