import type Stripe from 'stripe';
import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Fields, Invoice, Subscription } from '../account/objects.ts';
import { type Discount, discountAmounts, listUnused } from './discounts.ts';
import { hourSeconds } from './periods.ts';

interface DraftOptions {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly lines: readonly Line[];
  /** Stripe finalises and charges it an hour from now. */
  readonly isAutomatic?: boolean;
}

/** The caller sets `latest_invoice`. */
export function draftInvoice(account: Account, subscription: Subscription, options: DraftOptions): Invoice {
  const { reason, lines, isAutomatic = true } = options;
  const due = isAutomatic ? account.now() + hourSeconds : null;
  const { customer, currency, metadata } = subscription;
  const total = sumLines(lines);
  const used = listDiscounts(lines).map(({ discount }) => discount);
  account.change('subscription', subscription, { discounts: listUnused(account, subscription, used) });
  return account.create('invoice', {
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    attempt_count: 0,
    auto_advance: isAutomatic,
    automatically_finalizes_at: due,
    billing_reason: reason,
    currency,
    customer,
    ending_balance: null,
    lines: { object: 'list', data: lines } as unknown as Invoice['lines'],
    next_payment_attempt: due,
    parent: { subscription_details: { metadata: { ...metadata }, subscription: subscription.id } },
    status: 'draft',
    starting_balance: account.find('customer', customer)?.balance ?? 0,
    status_transitions: { paid_at: null } as Invoice['status_transitions'],
    total,
    total_discount_amounts: listDiscounts(lines),
  });
}

/** Amounts are before discounts, except for what is given back. */
export type Line = Pick<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'period' | 'pricing'> & {
  readonly discount_amounts: { readonly amount: number; readonly discount: string }[];
};

type Period = Line['period'];

/** The item's period by default. @param amount the price, unless in a trial */
export function buildPeriodLine(
  account: Account,
  discounts: readonly Discount[],
  item: Stripe.SubscriptionItem,
  {
    amount = item.price.unit_amount ?? 0,
    period = { start: item.current_period_start, end: item.current_period_end },
  }: { amount?: number; period?: Period } = {},
): Line {
  const line = buildLine(account, item, amount, period);
  const { product } = line.pricing.price_details;
  const { start } = period;
  return { ...line, discount_amounts: discountAmounts(account, discounts, { amount, product, start }) };
}

/** Gives back the rest of the item's period. */
export function buildUnusedLine(
  account: Account,
  subscription: Subscription,
  item: Stripe.SubscriptionItem,
  from: number,
): Line {
  const { current_period_start: start, current_period_end: end } = item;
  const lines = findPeriodLines(account, subscription, item);
  const amount = -Math.round((sumLines(lines) * (end - from)) / (end - start));
  return buildLine(account, item, amount, { start: from, end });
}

/** What the item's period costs, with the discounts of its time. */
function findPeriodLines(
  account: Account,
  subscription: Subscription,
  item: Stripe.SubscriptionItem,
): Line[] {
  const lines = listInvoices(account, subscription)
    .filter(({ status }) => status !== 'void')
    .flatMap(({ lines: { data } }) => data as unknown as Line[]);
  return lines.filter(
    ({ amount, period, pricing }) =>
      amount > 0 &&
      period.start === item.current_period_start &&
      pricing?.price_details?.price === item.price.id,
  );
}

function buildLine(account: Account, { price }: Stripe.SubscriptionItem, amount: number, period: Period) {
  const { product } = price;
  return {
    id: account.createId('il'),
    object: 'line_item',
    amount,
    discount_amounts: [],
    period,
    pricing: {
      price_details: { price: price.id, product: typeof product === 'string' ? product : product.id },
      type: 'price_details',
      unit_amount_decimal: null,
    },
  } satisfies Line;
}

export function sumLines(lines: readonly Line[]): number {
  const off = listDiscounts(lines).map(({ amount }) => -amount);
  return [...lines.map(({ amount }) => amount), ...off].reduce((sum, each) => sum + each, 0);
}

export function listDiscounts(lines: readonly Line[]): Line['discount_amounts'] {
  return lines.flatMap(({ discount_amounts }) => discount_amounts);
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
  const { amountDue, balance } = applyBalance(account, invoice.customer, invoice.total);
  account.change('invoice', invoice, {
    status: 'open',
    amount_due: amountDue,
    amount_remaining: amountDue,
    starting_balance: customer?.balance ?? 0,
    ending_balance: balance,
    hosted_invoice_url: `${account.origin}/i/${account.createId('invst')}`,
    number: createInvoiceNumber(account, invoice.customer),
    automatically_finalizes_at: null,
  });
  if (customer) account.change('customer', customer, { balance });
}

/** @param attempts the number of charges; an invoice for $0 needs none */
export function markPaid(account: Account, invoice: Invoice, attempts: number): void {
  account.change('invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: attempts,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  });
  emit(account, 'invoice.paid', invoice);
}

/** Gives back the credit that it used, and drops the change that waited for its payment. */
export function markVoid(account: Account, invoice: Invoice): void {
  const { starting_balance: before, ending_balance: after } = invoice;
  const customer = account.find('customer', invoice.customer);
  if (customer)
    account.change('customer', customer, { balance: customer.balance + before - (after ?? before) });
  stopAdvancing(account, invoice);
  account.change('invoice', invoice, { status: 'void' });
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  if (subscription?.latest_invoice === invoice.id)
    changeSubscription(account, subscription, { pending_update: null });
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

export function changeSubscription(
  account: Account,
  subscription: Subscription,
  changes: Fields<Subscription>,
): void {
  const previous = account.change('subscription', subscription, changes);
  if (previous) emit(account, 'customer.subscription.updated', subscription, previous);
}

/** Numbered per customer, like Stripe's. */
function createInvoiceNumber(account: Account, customer: string): string {
  const own = account.all('invoice').filter((each) => each.customer === customer && each.number !== null);
  return `${customer.slice(-8).toUpperCase()}-${String(own.length + 1).padStart(4, '0')}`;
}
