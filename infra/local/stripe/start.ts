import type Stripe from 'stripe';
import type { Account, ApiCall } from './account.ts';
import type { Subscription } from './billing-objects.ts';
import { endsAt, goesOn } from './cancellation.ts';
import { cardOf, chargeOf, collect } from './collection.ts';
import { declined } from './declined.ts';
import { draftInvoice, finalizeInvoice } from './invoice.ts';
import {
  invalid,
  mergeMetadata,
  noSuch,
  notModelled,
  readBoolean,
  readInteger,
  readParameters,
  readWord,
} from './parameters.ts';
import { daySeconds, periodEnd } from './periods.ts';

/**
 * Begins a subscription: with a trial, which costs nothing, or with a charge.
 *
 * @throws StripeFault where the charge fails and `payment_behavior` wants no subscription then
 */
export function createSubscription({ account, params }: ApiCall): Subscription {
  const order = readOrder(account, params);
  const subscription = newSubscription(account, order);
  subscription.status = firstStatus(account, subscription, order);
  const isTrial = subscription.status === 'trialing';
  const invoice = draftInvoice(account, subscription, {
    reason: 'subscription_create',
    since: account.now(),
    isTrial,
    isAutomatic: order.behavior !== 'default_incomplete',
  });
  subscription.latest_invoice = invoice.id;
  account.save('subscription', subscription);
  account.emit('customer.subscription.created', subscription);
  account.emit('invoice.created', invoice);
  finalizeInvoice(account, invoice);
  if (isTrial || order.behavior !== 'default_incomplete') {
    collect(account, invoice, cardOf(account, subscription), { isPresent: order.isPresent });
  }
  return subscription;
}

/** @returns the card's id; null for none */
export function readCard(account: Account, customer: string, id: string | undefined): string | null {
  if (!id) return null;
  const card = account.find('payment_method', id);
  if (!card) throw noSuch('PaymentMethod', id, 'default_payment_method');
  if (card.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. ` +
        'The payment method must be attached to the customer.',
      'default_payment_method',
      'resource_missing',
    );
  }
  return id;
}

interface Order {
  readonly customer: string;
  readonly price: SoldPrice;
  readonly card: string | null;
  readonly trialDays: number | undefined;
  /** The holder can be asked by their bank. */
  readonly isPresent: boolean;
  readonly withoutCard: 'cancel' | 'create_invoice' | 'pause';
  readonly behavior: (typeof behaviors)[number];
  readonly endsWithPeriod: boolean;
  readonly metadata: Record<string, string>;
}

type SoldPrice = Stripe.Price & { recurring: Stripe.Price.Recurring; unit_amount: number };

const behaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;

const missingCard = 'trial_settings[end_behavior][missing_payment_method]';

const names = [
  'customer',
  'items[0][price]',
  'items[0][quantity]',
  'default_payment_method',
  'trial_period_days',
  missingCard,
  'off_session',
  'payment_behavior',
  'cancel_at_period_end',
  'collection_method',
  'metadata',
] as const;

function readOrder(account: Account, params: ApiCall['params']): Order {
  const given = readParameters(params, names);
  if (!given.customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (!account.find('customer', given.customer)) throw noSuch('customer', given.customer, 'customer');
  if ((given['items[0][quantity]'] ?? '1') !== '1') throw notModelled('quantities', 'items[0][quantity]');
  readWord(given.collection_method, 'collection_method', ['charge_automatically']);
  const trialDays = readInteger(given.trial_period_days, 'trial_period_days');
  if (trialDays !== undefined && (trialDays < 1 || trialDays > 730)) {
    throw invalid('Trials are of 1 to 730 days.', 'trial_period_days');
  }
  return {
    customer: given.customer,
    price: readPrice(account, given['items[0][price]']),
    card: readCard(account, given.customer, given.default_payment_method),
    trialDays,
    isPresent: !(readBoolean(given.off_session, 'off_session') ?? false),
    withoutCard:
      readWord(given[missingCard], missingCard, ['cancel', 'create_invoice', 'pause']) ?? 'create_invoice',
    behavior: readWord(given.payment_behavior, 'payment_behavior', behaviors) ?? 'allow_incomplete',
    endsWithPeriod: readBoolean(given.cancel_at_period_end, 'cancel_at_period_end') ?? false,
    metadata: mergeMetadata({}, params.metadata),
  };
}

function readPrice(account: Account, id: string | undefined): SoldPrice {
  const param = 'items[0][price]';
  if (!id) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const price = account.find('price', id) as Stripe.Price | undefined;
  if (!price) throw noSuch('price', id, param);
  if (!price.active) {
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, param);
  }
  if (!price.recurring || !price.unit_amount)
    throw notModelled('prices that are not so much a period', param);
  return price as SoldPrice;
}

function newSubscription(account: Account, order: Order): Subscription {
  const now = account.now();
  const id = account.newId('sub');
  const trialEnd = order.trialDays === undefined ? null : now + order.trialDays * daySeconds;
  const anchor = trialEnd ?? now;
  const subscription: Subscription = {
    ...structuredClone(blank),
    id,
    created: now,
    start_date: now,
    customer: order.customer,
    currency: order.price.currency,
    default_payment_method: order.card,
    metadata: order.metadata,
    status: 'incomplete',
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    trial_start: trialEnd && now,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: order.withoutCard },
    },
    items: {
      object: 'list',
      data: [newItem(account, order.price, id, periodEnd(anchor, now, order.price.recurring))],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
  };
  return order.endsWithPeriod
    ? { ...subscription, ...endsAt(account, subscription, 'period_end', {}) }
    : subscription;
}

function newItem(
  account: Account,
  price: SoldPrice,
  subscription: string,
  end: number,
): Stripe.SubscriptionItem {
  return {
    id: account.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: account.now(),
    current_period_start: account.now(),
    current_period_end: end,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** The price once more, in the words that Stripe had for it before. */
function planOf(price: SoldPrice): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: { ...price.metadata },
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** Known before anything is made: a refused card may mean that nothing is. */
function firstStatus(
  account: Account,
  subscription: Subscription,
  { behavior, isPresent }: Order,
): Subscription['status'] {
  if (subscription.trial_end !== null) return 'trialing';
  if (behavior === 'default_incomplete') return 'incomplete';
  const card = cardOf(account, subscription);
  const charge = chargeOf(card, isPresent);
  if (charge.ok) return 'active';
  if (!card || behavior === 'error_if_incomplete') throw declined(charge);
  return 'incomplete';
}

/** What no subscription here has anything to say about. */
const blank = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  ...goesOn,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
} satisfies Partial<Subscription>;
