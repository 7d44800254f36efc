import type Stripe from 'stripe';
import { daySeconds } from '../../../../shared/dates.ts';
import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { findOwnCard } from '../cards/payment-methods.ts';
import { decideCharge } from '../cards/test-cards.ts';
import { invalid } from '../errors.ts';
import { flag, integer, metadata, oneOf, type Params, required, text } from '../parameters.ts';
import { noScheduledEnd } from './cancellation.ts';
import { collect, findCardToCharge, noCard } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoice.ts';
import { computePeriodEnd } from './periods.ts';

const missingCard = 'trial_settings[end_behavior][missing_payment_method]';

export const subscriptionParameters = {
  customer: required(text),
  'items[0][price]': required(text),
  default_payment_method: text,
  trial_period_days: integer,
  [missingCard]: oneOf('cancel', 'create_invoice'),
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete'),
  metadata,
};

type Input = Params<typeof subscriptionParameters>;

/** @throws StripeError without a trial or a card to charge */
export function createSubscription(account: Account, params: Input): Subscription {
  const { customer, default_payment_method: cardId = null } = params;
  const isOnSession = !params.off_session;
  if (cardId) findOwnCard(account, customer, cardId, 'default_payment_method');
  const card = findCardToCharge(account, { customer, default_payment_method: cardId });
  const isTrial = params.trial_period_days !== undefined;
  if (!isTrial && !card) throw noCard();
  const isPaid = isTrial || decideCharge(card, isOnSession).ok;
  const status = isTrial ? 'trialing' : isPaid ? 'active' : 'incomplete';
  const subscription = storeSubscription(account, params, { status, default_payment_method: cardId });
  const invoice = draftInvoice(account, subscription, { reason: 'subscription_create', isTrial });
  account.change('subscription', subscription, { latest_invoice: invoice.id });
  emit(account, 'customer.subscription.created', subscription);
  finalizeInvoice(account, invoice);
  collect(account, invoice, card, { isOnSession });
  return subscription;
}

function storeSubscription(account: Account, params: Input, fields: Partial<Subscription>): Subscription {
  const { customer, trial_period_days: trialDays, [missingCard]: missing = 'create_invoice' } = params;
  account.get('customer', customer, 'customer');
  const price = findPrice(account, params['items[0][price]']);
  const now = account.now();
  const id = account.createId('sub');
  const trialEnd = trialDays === undefined ? null : now + trialDays * daySeconds;
  const anchor = trialEnd ?? now;
  const item = {
    id: account.createId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: computePeriodEnd(anchor, now, price.recurring.interval),
    metadata: {},
    price: structuredClone(price),
    quantity: 1,
    subscription: id,
  } as unknown as Stripe.SubscriptionItem;
  return account.create('subscription', {
    id,
    ...noScheduledEnd,
    ...fields,
    billing_cycle_anchor: anchor,
    currency: price.currency,
    customer,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: params.metadata(),
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } },
    trial_start: trialEnd && now,
  });
}

type ActivePrice = Objects['price'] & { recurring: Stripe.Price.Recurring; unit_amount: number };

function findPrice(account: Account, id: string): ActivePrice {
  const price = account.get('price', id, 'items[0][price]');
  if (price.active) return price as ActivePrice;
  throw invalid('The price specified is inactive. This field only accepts active prices.', 'items[0][price]');
}
