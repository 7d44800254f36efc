import type { Account } from '../account/account.ts';
import type { Subscription } from '../account/objects.ts';
import { invalid, StripeError } from '../errors.ts';
import { text } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import { applyBalance, buildPeriodLine, type Line, sumLines } from './invoice.ts';
import { computePeriodEnd } from './periods.ts';
import { computeItemChange, type ItemChange, itemChange } from './plan-change.ts';
import { hasEnded } from './subscriptions.ts';

/** Before `POST /v1/invoices/{id}`, which matches too. */
export const previewRoutes: readonly Route[] = [
  route(
    'POST /v1/invoices/create_preview',
    { subscription: text, subscription_details: itemChange('subscription_details') },
    ({ account, params: { subscription, subscription_details: change } }) => {
      if (!subscription)
        throw invalid('You must specify a subscription to preview.', 'subscription', 'parameter_missing');
      return preview(account, account.get('subscription', subscription, 'subscription'), change);
    },
  ),
];

function preview(account: Account, subscription: Subscription, change: ItemChange | undefined) {
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  if (hasEnded(subscription) || (isEnding && !change)) throw noUpcoming(subscription);
  const changed = change && computeItemChange(account, subscription, change);
  const lines = changed?.lines ?? [buildNextLine(account, subscription)];
  const total = sumLines(lines);
  const { currency, customer, id } = subscription;
  return {
    id: account.createId('upcoming_in'),
    object: 'invoice',
    created: account.now(),
    amount_due: applyBalance(account, customer, total).amountDue,
    currency,
    customer,
    lines: { object: 'list', data: lines },
    parent: {
      subscription_details: {
        subscription: id,
        ...(changed && subscription.status === 'active' && { subscription_proration_date: changed.date }),
      },
    },
    starting_balance: account.find('customer', customer)?.balance ?? 0,
    status: 'draft',
    total,
  };
}

function buildNextLine(account: Account, subscription: Subscription): Line {
  const { items, billing_cycle_anchor: anchor } = subscription;
  const [item] = items.data;
  const start = item.current_period_end;
  const end = computePeriodEnd(anchor, start, item.price.recurring?.interval ?? 'month');
  return buildPeriodLine(account, subscription, item, { period: { start, end } });
}

function noUpcoming({ id }: Subscription): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for subscription: ${id}`,
  });
}
