import type Stripe from 'stripe';
import type { Account } from '../account/account.ts';
import type { Subscription } from '../account/objects.ts';
import { invalid, StripeError } from '../errors.ts';
import { flag, text } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import { computeDiscount, type DiscountSource, findDiscounts, readDiscount } from './discounts.ts';
import { applyBalance, buildPeriodLine, type Line, listDiscounts, sumLines } from './invoice.ts';
import { computePeriodEnd } from './periods.ts';
import { computeItemChange, findPrice, type ItemChange, itemChange } from './plan-change.ts';
import { hasEnded } from './subscriptions.ts';

/** Before `POST /v1/invoices/{id}`, which matches too. */
export const previewRoutes: readonly Route[] = [
  route(
    'POST /v1/invoices/create_preview',
    {
      'automatic_tax[enabled]': flag,
      customer: text,
      discounts: readDiscount,
      subscription: text,
      subscription_details: itemChange('subscription_details'),
    },
    ({ account, params: { customer, discounts, subscription, subscription_details: change } }) => {
      if (subscription)
        return preview(account, account.get('subscription', subscription, 'subscription'), change);
      if (customer && change) return previewNew(account, customer, change.priceId, discounts);
      throw invalid('You must specify a subscription to preview.', 'subscription', 'parameter_missing');
    },
  ),
];

function preview(account: Account, subscription: Subscription, change: ItemChange | undefined) {
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  if (hasEnded(subscription) || (isEnding && !change)) throw noUpcoming(subscription);
  const changed = change && computeItemChange(account, subscription, change);
  const { customer, id } = subscription;
  return {
    ...describe(account, customer, changed?.lines ?? [buildNextLine(account, subscription)]),
    parent: {
      subscription_details: {
        subscription: id,
        ...(changed && subscription.status === 'active' && { subscription_proration_date: changed.date }),
      },
    },
  };
}

/** The first invoice of a subscription that begins now. */
function previewNew(account: Account, customer: string, priceId: string, source: DiscountSource | undefined) {
  account.get('customer', customer, 'customer');
  const price = findPrice(account, priceId, 'subscription_details[items][0][price]');
  const now = account.now();
  const item = {
    current_period_start: now,
    current_period_end: computePeriodEnd(now, now, price.recurring.interval),
    price,
  } as unknown as Stripe.SubscriptionItem;
  const discounts = source ? [computeDiscount(account, source)] : [];
  return {
    ...describe(account, customer, [buildPeriodLine(account, discounts, item)]),
    parent: { subscription_details: { subscription: null } },
  };
}

function describe(account: Account, customer: string, lines: readonly Line[]) {
  const total = sumLines(lines);
  return {
    id: account.createId('upcoming_in'),
    object: 'invoice',
    created: account.now(),
    amount_due: applyBalance(account, customer, total).amountDue,
    currency: 'usd',
    customer,
    lines: { object: 'list', data: lines },
    starting_balance: account.find('customer', customer)?.balance ?? 0,
    status: 'draft',
    total,
    total_discount_amounts: listDiscounts(lines),
  };
}

function buildNextLine(account: Account, subscription: Subscription): Line {
  const { items, billing_cycle_anchor: anchor } = subscription;
  const [item] = items.data;
  const start = item.current_period_end;
  const end = computePeriodEnd(anchor, start, item.price.recurring?.interval ?? 'month');
  return buildPeriodLine(account, findDiscounts(account, subscription), item, { period: { start, end } });
}

function noUpcoming({ id }: Subscription): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for subscription: ${id}`,
  });
}
