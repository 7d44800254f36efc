import type Stripe from 'stripe';
import type { Account } from './account.ts';
import { type Invoice, invoicesOf, type Line, type Subscription } from './billing-objects.ts';
import { changeInvoice } from './changes.ts';
import { hourSeconds } from './periods.ts';

/** What an invoice is about. */
export interface Occasion {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** A trial costs nothing. */
  readonly isTrial?: boolean;
  /** When the subscription's period began that ends with this invoice, in seconds since 1970. */
  readonly since: number;
  /** Whether it finalises and is charged by itself, an hour from now. */
  readonly isAutomatic?: boolean;
}

/** Drafts an invoice for the subscription's current period. Its event is left to the caller, as is `latest_invoice`. */
export function draftInvoice(account: Account, subscription: Subscription, occasion: Occasion): Invoice {
  const { reason, since, isAutomatic = true } = occasion;
  const id = account.newId('in');
  const line = lineOf(account, subscription, id, occasion);
  const due = isAutomatic ? account.now() + hourSeconds : null;
  const invoice: Invoice = {
    ...structuredClone(blank),
    ...billedTo(account, subscription.customer),
    id,
    object: 'invoice',
    created: account.now(),
    customer: subscription.customer,
    currency: subscription.currency,
    billing_reason: reason,
    status: 'draft',
    auto_advance: isAutomatic,
    automatically_finalizes_at: due,
    next_payment_attempt: due,
    default_payment_method: null,
    amount_due: line.amount,
    amount_remaining: line.amount,
    subtotal: line.amount,
    subtotal_excluding_tax: line.amount,
    total: line.amount,
    total_excluding_tax: line.amount,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_start: since,
    period_end: account.now(),
  };
  account.save('invoice', invoice);
  return invoice;
}

/** From here on it is owed: it has a number and a page. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const now = account.now();
  const page = `${account.origin}/i/${invoice.id}`;
  changeInvoice(
    account,
    invoice,
    {
      status: 'open',
      number: nextNumber(account, invoice.customer),
      automatically_finalizes_at: null,
      effective_at: now,
      ending_balance: 0,
      hosted_invoice_url: page,
      invoice_pdf: page,
      status_transitions: { ...invoice.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  );
}

/** @param attempts how often it was charged by now; nothing to pay is paid without an attempt */
export function markPaid(account: Account, invoice: Invoice, attempts: number): void {
  changeInvoice(
    account,
    invoice,
    {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: attempts,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
    },
    'invoice.paid',
    'invoice.payment_succeeded',
  );
}

/** Leaves what a subscription owes owed, and charges nothing of it by itself any more. */
export function stopCollecting(account: Account, subscription: Subscription): void {
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.auto_advance) {
      changeInvoice(account, invoice, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
    }
  }
}

/** A subscription that never began owes nothing. */
export function voidFirstInvoice(account: Account, subscription: Subscription): void {
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.status === 'open') markVoid(account, invoice);
  }
}

export function markVoid(account: Account, invoice: Invoice): void {
  changeInvoice(
    account,
    invoice,
    {
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
    },
    'invoice.voided',
  );
}

function lineOf(
  account: Account,
  subscription: Subscription,
  invoice: string,
  { isTrial = false }: Occasion,
): Line {
  const [item] = subscription.items.data;
  const { price } = item;
  const amount = isTrial ? 0 : (price.unit_amount ?? 0);
  const product = account.find('product', String(price.product));
  const name = String(product?.name ?? price.product);
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: isTrial ? `Trial period for ${name}` : `1 × ${name} (at ${rateOf(price)})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** As `$4.99 / month`. */
function rateOf({ currency, unit_amount, recurring }: Stripe.Price): string {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const { interval, interval_count: count } = recurring ?? { interval: 'month', interval_count: 1 };
  return `${amount.format((unit_amount ?? 0) / 100)} / ${count === 1 ? interval : `${count} ${interval}s`}`;
}

/** The customer as they were when they were billed. */
function billedTo(account: Account, id: string) {
  const customer = account.find('customer', id);
  return {
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? 'none',
    customer_tax_ids: [],
  };
}

/** The customer's prefix, and how many they have had. */
function nextNumber(account: Account, customer: string): string {
  const prefix = account.find('customer', customer)?.invoice_prefix ?? customer.slice(-8).toUpperCase();
  const numbered = account
    .all('invoice')
    .filter((each) => each.customer === customer && each.number !== null);
  return `${prefix}-${String(numbered.length + 1).padStart(4, '0')}`;
}

/** What no invoice here has anything to say about. */
const blank = {
  account_country: 'US',
  account_name: 'Parley',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;
