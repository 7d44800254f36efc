import type { Account } from '../account/account.ts';
import type { Subscription } from '../account/objects.ts';
import { invalid, StripeError } from '../errors.ts';
import { text } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import { applyBalance, computePeriodAmount } from './invoice.ts';
import { hasEnded } from './subscriptions.ts';

/** Before `POST /v1/invoices/{id}`, which matches too. */
export const previewRoutes: readonly Route[] = [
  route('POST /v1/invoices/create_preview', { subscription: text }, ({ account, params }) => {
    if (!params.subscription)
      throw invalid('You must specify a subscription to preview.', 'subscription', 'parameter_missing');
    return preview(account, account.get('subscription', params.subscription, 'subscription'));
  }),
];

function preview(account: Account, subscription: Subscription) {
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  if (hasEnded(subscription) || isEnding) throw noUpcoming(subscription);
  const total = computePeriodAmount(account, subscription);
  const { currency, customer, id } = subscription;
  return {
    id: account.createId('upcoming_in'),
    object: 'invoice',
    created: account.now(),
    amount_due: applyBalance(account, customer, total).amountDue,
    currency,
    customer,
    parent: { subscription_details: { subscription: id } },
    status: 'draft',
    total,
  };
}

function noUpcoming({ id }: Subscription): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for subscription: ${id}`,
  });
}
