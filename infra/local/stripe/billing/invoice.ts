import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Invoice, InvoiceLine, Subscription } from '../account/objects.ts';
import { hourSeconds } from './periods.ts';

interface Occasion {
  readonly reason: 'subscription_create' | 'subscription_cycle';
  /** A trial costs nothing. */
  readonly isTrial?: boolean;
  /** The start of the period that ends with this invoice, in seconds since 1970. */
  readonly since?: number;
  /** Stripe finalises and charges it an hour from now. */
  readonly isAutomatic?: boolean;
}

/** Drafts the invoice of the subscription's current period. The caller sets `latest_invoice`. */
export function draftInvoice(account: Account, subscription: Subscription, occasion: Occasion): Invoice {
  const { reason, since = account.now(), isTrial = false, isAutomatic = true } = occasion;
  const id = account.newId('in');
  const line = newLine(account, subscription, id, isTrial);
  const due = isAutomatic ? account.now() + hourSeconds : null;
  const { customer, currency, metadata } = subscription;
  return account.create('invoice', {
    id,
    amount_due: line.amount,
    amount_paid: 0,
    amount_remaining: line.amount,
    attempt_count: 0,
    attempted: false,
    auto_advance: isAutomatic,
    automatically_finalizes_at: due,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    currency,
    customer,
    customer_email: account.find('customer', customer)?.email ?? null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    next_payment_attempt: due,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: account.now(),
    period_start: since,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: line.amount,
    total: line.amount,
  });
}

/** From now on it is owed. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const now = account.now();
  account.change('invoice', invoice, {
    status: 'open',
    number: nextNumber(account, invoice.customer),
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
}

/** @param attempts the number of charges; an invoice over nothing needs none */
export function markPaid(account: Account, invoice: Invoice, attempts: number): void {
  account.change('invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: attempts,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  });
  emit(account, 'invoice.paid', invoice);
}

export function markVoid(account: Account, invoice: Invoice): void {
  account.change('invoice', invoice, {
    status: 'void',
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
  });
}

/** It is still owed, but not charged automatically. */
export function stopAdvancing(account: Account, invoice: Invoice): void {
  account.change('invoice', invoice, {
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  });
}

export function stopCollecting(account: Account, subscription: Subscription): void {
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.auto_advance) stopAdvancing(account, invoice);
  }
}

/** A subscription that never began owes nothing. */
export function voidOpenInvoices(account: Account, subscription: Subscription): void {
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.status === 'open') markVoid(account, invoice);
  }
}

export function subscriptionIdOf({ parent }: Invoice): string {
  return parent.subscription_details.subscription;
}

function invoicesOf(account: Account, { id }: Subscription): Invoice[] {
  return account.all('invoice').filter((invoice) => subscriptionIdOf(invoice) === id);
}

function newLine(
  account: Account,
  subscription: Subscription,
  invoice: string,
  isTrial: boolean,
): InvoiceLine {
  const [item] = subscription.items.data;
  const { price } = item;
  const product = String(price.product);
  const name = account.find('product', product)?.name ?? product;
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount: isTrial ? 0 : (price.unit_amount ?? 0),
    currency: price.currency,
    description: isTrial ? `Trial period for ${name}` : `1 × ${name}`,
    invoice,
    metadata: { ...subscription.metadata },
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: { price_details: { price: price.id, product }, type: 'price_details' },
    quantity: 1,
    subscription: subscription.id,
  } as InvoiceLine;
}

/** The customer's prefix and a count. */
function nextNumber(account: Account, customer: string): string {
  const prefix = account.find('customer', customer)?.invoice_prefix ?? customer.slice(-8).toUpperCase();
  const numbered = account
    .all('invoice')
    .filter((each) => each.customer === customer && each.number !== null);
  return `${prefix}-${String(numbered.length + 1).padStart(4, '0')}`;
}
