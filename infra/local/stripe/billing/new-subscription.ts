import type Stripe from 'stripe';
import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { findOwnCard } from '../cards/payment-methods.ts';
import { outcomeOfCharge } from '../cards/test-cards.ts';
import { invalid } from '../faults.ts';
import { noScheduledEnd } from './cancellation.ts';
import { cardToCharge, collect, noCard } from './collection.ts';
import { draftInvoice, finalizeInvoice } from './invoice.ts';
import { daySeconds, periodEnd } from './periods.ts';

interface Order {
  readonly customer: string;
  readonly price: string;
  readonly card: string | undefined;
  readonly trialDays: number | undefined;
  readonly withoutCard: 'cancel' | 'create_invoice';
  /** The bank can ask the holder. */
  readonly isPresent: boolean;
  readonly metadata: Record<string, string>;
}

/** Begins with a trial, or with a charge. @throws StripeFault without a card to charge */
export function createSubscription(account: Account, order: Order): Subscription {
  const { customer, isPresent } = order;
  const { card: cardId = null } = order;
  if (cardId) findOwnCard(account, customer, cardId, 'default_payment_method');
  const card = cardToCharge(account, { customer, default_payment_method: cardId });
  const isTrial = order.trialDays !== undefined;
  if (!isTrial && !card) throw noCard();
  const isPaid = isTrial || outcomeOfCharge(card, isPresent).ok;
  const status = isTrial ? 'trialing' : isPaid ? 'active' : 'incomplete';
  const subscription = newSubscription(account, order, { status, default_payment_method: cardId });
  const invoice = draftInvoice(account, subscription, { reason: 'subscription_create', isTrial });
  account.change('subscription', subscription, { latest_invoice: invoice.id });
  emit(account, 'customer.subscription.created', subscription);
  finalizeInvoice(account, invoice);
  collect(account, invoice, card, { isPresent });
  return subscription;
}

function newSubscription(account: Account, order: Order, fields: Partial<Subscription>): Subscription {
  const { customer, trialDays } = order;
  account.get('customer', customer, 'customer');
  const price = findPrice(account, order.price);
  if (trialDays !== undefined && (trialDays < 1 || trialDays > 730))
    throw invalid('Trials are of 1 to 730 days.', 'trial_period_days');
  const now = account.now();
  const id = account.newId('sub');
  const trialEnd = trialDays === undefined ? null : now + trialDays * daySeconds;
  const anchor = trialEnd ?? now;
  const item = {
    id: account.newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: periodEnd(anchor, now, price.recurring),
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
    metadata: order.metadata,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: order.withoutCard },
    },
    trial_start: trialEnd && now,
  });
}

type SoldPrice = Objects['price'] & { recurring: Stripe.Price.Recurring; unit_amount: number };

function findPrice(account: Account, id: string): SoldPrice {
  const price = account.get('price', id, 'items[0][price]');
  if (price.active) return price as SoldPrice;
  throw invalid('The price specified is inactive. This field only accepts active prices.', 'items[0][price]');
}
