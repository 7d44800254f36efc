import type Stripe from 'stripe';
import type { Account } from './account.ts';

/** A subscription as it is kept: ids where Stripe would expand, one item. */
export type Subscription = Omit<
  Stripe.Subscription,
  'customer' | 'default_payment_method' | 'latest_invoice' | 'items'
> & {
  customer: string;
  default_payment_method: string | null;
  latest_invoice: string | null;
  items: Stripe.ApiList<Stripe.SubscriptionItem> & { data: [Stripe.SubscriptionItem] };
};

/** An invoice as it is kept: of a subscription, with one line. */
export type Invoice = Omit<Stripe.Invoice, 'customer' | 'parent' | 'lines'> & {
  customer: string;
  parent: Stripe.Invoice.Parent & {
    subscription_details: Stripe.Invoice.Parent.SubscriptionDetails & { subscription: string };
  };
  lines: Stripe.ApiList<Line> & { data: [Line] };
};

/** On the wire an exact quantity is a word. */
export type Line = Omit<Stripe.InvoiceLineItem, 'quantity_decimal'> & { quantity_decimal: string };

export function invoicesOf(account: Account, { id }: Pick<Subscription, 'id'>): Invoice[] {
  return account.all('invoice').filter((invoice) => subscriptionIdOf(invoice) === id);
}

export function subscriptionIdOf({ parent }: Invoice): string {
  return parent.subscription_details.subscription;
}

/** An ended subscription never comes back. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}
