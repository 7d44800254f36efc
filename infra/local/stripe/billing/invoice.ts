import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Invoice, Subscription } from '../account/objects.ts';
import { applyDiscounts } from '../merchant/coupons.ts';
import { hourSeconds } from './periods.ts';

interface DraftOptions {
  readonly reason: 'subscription_create' | 'subscription_cycle';
  readonly isTrial?: boolean;
  /** Stripe finalises and charges it an hour from now. */
  readonly isAutomatic?: boolean;
}

/** Drafts the invoice of the subscription's current period. The caller sets `latest_invoice`. */
export function draftInvoice(account: Account, subscription: Subscription, options: DraftOptions): Invoice {
  const { reason, isTrial = false, isAutomatic = true } = options;
  const due = isAutomatic ? account.now() + hourSeconds : null;
  const { customer, currency, metadata } = subscription;
  const amount = isTrial ? 0 : computePeriodAmount(account, subscription);
  return account.create('invoice', {
    amount_due: amount,
    amount_paid: 0,
    attempt_count: 0,
    auto_advance: isAutomatic,
    automatically_finalizes_at: due,
    billing_reason: reason,
    currency,
    customer,
    next_payment_attempt: due,
    parent: { subscription_details: { metadata: { ...metadata }, subscription: subscription.id } },
    status: 'draft',
    status_transitions: { paid_at: null } as Invoice['status_transitions'],
  });
}

export function computePeriodAmount(account: Account, subscription: Subscription): number {
  const [{ price }] = subscription.items.data;
  return applyDiscounts(account, subscription, price.unit_amount ?? 0);
}

/** A negative balance is the customer's credit. */
export function applyBalance(account: Account, customerId: string, amount: number) {
  const balance = account.find('customer', customerId)?.balance ?? 0;
  const amountDue = Math.max(0, amount + balance);
  return { amountDue, balance: Math.min(0, amount + balance) };
}

/** Uses up the customer's credit. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const customer = account.find('customer', invoice.customer);
  const { amountDue, balance } = applyBalance(account, invoice.customer, invoice.amount_due);
  if (customer) account.change('customer', customer, { balance });
  account.change('invoice', invoice, {
    status: 'open',
    amount_due: amountDue,
    hosted_invoice_url: `${account.origin}/i/${account.createId('invst')}`,
    number: createInvoiceNumber(account, invoice.customer),
    automatically_finalizes_at: null,
  });
}

/** @param attempts the number of charges; an invoice for $0 needs none */
export function markPaid(account: Account, invoice: Invoice, attempts: number): void {
  account.change('invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    attempt_count: attempts,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  });
  emit(account, 'invoice.paid', invoice);
}

export function markVoid(account: Account, invoice: Invoice): void {
  stopAdvancing(account, invoice);
  account.change('invoice', invoice, { status: 'void' });
}

export function stopAdvancing(account: Account, invoice: Invoice): void {
  account.change('invoice', invoice, {
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  });
}

export function stopCollecting(account: Account, subscription: Subscription): void {
  for (const invoice of listInvoices(account, subscription)) {
    if (invoice.auto_advance) stopAdvancing(account, invoice);
  }
}

export function voidOpenInvoices(account: Account, subscription: Subscription): void {
  for (const invoice of listInvoices(account, subscription)) {
    if (invoice.status === 'open') markVoid(account, invoice);
  }
}

export function getSubscriptionId({ parent }: Invoice): string {
  return parent.subscription_details.subscription;
}

function listInvoices(account: Account, { id }: Subscription): Invoice[] {
  return account.all('invoice').filter((invoice) => getSubscriptionId(invoice) === id);
}

/** Numbered per customer, like Stripe's. */
function createInvoiceNumber(account: Account, customer: string): string {
  const own = account.all('invoice').filter((each) => each.customer === customer && each.number !== null);
  return `${customer.slice(-8).toUpperCase()}-${String(own.length + 1).padStart(4, '0')}`;
}
