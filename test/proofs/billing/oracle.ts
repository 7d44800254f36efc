import type Stripe from 'stripe';
import type { Account } from '../../../infra/local/stripe/account/account.ts';
import { plans } from '../../../shared/plans.ts';

/** As `GET /api/subscription-status` says it. */
export interface Due {
  readonly subscriptionStatus: 'free' | 'trialing' | 'active' | 'canceled' | 'past_due';
  readonly isPremium: boolean;
  readonly subscriptionPlan: string | null;
  readonly trialEndsAt: string | null;
  readonly subscriptionEndsAt: string | null;
  /** Of the latest invoice, while it can be paid. */
  readonly due?: { readonly amountCents: number; readonly currency: string } | null | undefined;
  readonly nextCharge: {
    readonly at: string;
    readonly amountCents: number;
    readonly priceCents: number;
    readonly currency: string;
  } | null;
}

/**
 * A person's due state according to Stripe's account, written from the design and not from the product.
 */
export function dueTo(account: Account, userId: string): Due {
  const worth = subscriptionsOf(account, userId).map((each) => worthOf(account, each));
  for (const status of ['active', 'trialing', 'canceled'] as const) {
    const found = worth.find((each) => each.isPremium && each.subscriptionStatus === status);
    if (found) return found;
  }
  const owing = worth.filter(({ subscriptionStatus }) => subscriptionStatus === 'past_due');
  return owing.find(({ isPremium }) => isPremium) ?? owing[0] ?? nothing;
}

export function subscriptionsOf(account: Account, userId: string): Stripe.Subscription[] {
  const all = account.all('subscription') as unknown as Stripe.Subscription[];
  return all.filter(({ metadata }) => metadata.userId === userId);
}

export function isGoingOn({ status }: Stripe.Subscription): boolean {
  return !['canceled', 'incomplete', 'incomplete_expired'].includes(status);
}

export function paidInvoices(account: Account): Stripe.Invoice[] {
  const all = account.all('invoice') as unknown as Stripe.Invoice[];
  return all.filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0);
}

export function subscriptionIn(invoice: Stripe.Invoice): string {
  return String(invoice.parent?.subscription_details?.subscription);
}

function worthOf(account: Account, subscription: Stripe.Subscription): Due {
  const { trial_end, cancel_at, cancel_at_period_end, pause_collection } = subscription;
  // The SDK's type leaves room for unknown words.
  const status: string = subscription.status;
  const item = subscription.items.data[0];
  if (!item) return nothing;
  const plan = item.price.lookup_key as keyof typeof plans;
  const ends = status === 'trialing' && trial_end !== null ? trial_end : item.current_period_end;
  const trialEndsAt = status === 'trialing' ? iso(ends) : null;
  const isOver = cancel_at_period_end || (cancel_at ?? 0) > 0;
  const owing = (isPremium: boolean): Due => ({
    subscriptionStatus: 'past_due',
    isPremium,
    subscriptionPlan: plan,
    trialEndsAt,
    subscriptionEndsAt: iso(isOver && cancel_at ? cancel_at : ends),
    due: isDisputed(account, subscription) ? null : dueNow(account, subscription),
    nextCharge: null,
  });
  switch (status) {
    case 'trialing':
    case 'active': {
      if (isDisputed(account, subscription)) return owing(false);
      if (pause_collection && !isPeriodPaid(account, subscription)) return nothing;
      if (status === 'trialing' && !hasCard(account, subscription)) return nothing;
      const common = { isPremium: true, subscriptionPlan: plan, trialEndsAt };
      if (isOver || pause_collection) {
        const subscriptionEndsAt = iso(cancel_at === null || cancel_at === 0 ? ends : cancel_at);
        return { ...common, subscriptionStatus: 'canceled', subscriptionEndsAt, nextCharge: null };
      }
      return {
        ...common,
        subscriptionStatus: status,
        subscriptionEndsAt: iso(ends),
        nextCharge: {
          at: iso(ends),
          amountCents: dueNext(account, subscription),
          priceCents: plans[plan].amountCents,
          currency: 'usd',
        },
      };
    }
    case 'past_due':
    case 'unpaid':
    case 'paused': {
      if (status === 'past_due' && pause_collection && !isDisputed(account, subscription)) return nothing;
      const isPremium =
        status === 'past_due' &&
        paidInvoices(account).some((invoice) => subscriptionIn(invoice) === subscription.id);
      return owing(isPremium);
    }
    default:
      return nothing;
  }
}

function dueNow(account: Account, { latest_invoice }: Stripe.Subscription): Due['due'] {
  const invoice = account.find('invoice', String(latest_invoice));
  if (!invoice || !['open', 'draft'].includes(invoice.status ?? '')) return null;
  return { amountCents: invoice.amount_due - invoice.amount_paid, currency: 'usd' };
}

/** Price, less the coupon, less credit. */
function dueNext(account: Account, { items, customer, discounts }: Stripe.Subscription): number {
  const price = items.data[0]?.price.unit_amount ?? 0;
  const [discount] = discounts.map((id) => account.find('discount', String(id)));
  const hasEnded = (discount?.end ?? Number.POSITIVE_INFINITY) <= (items.data[0]?.current_period_end ?? 0);
  const coupon = hasEnded ? undefined : account.find('coupon', discount?.source.coupon);
  const off = coupon?.amount_off ?? Math.round((price * (coupon?.percent_off ?? 0)) / 100);
  const balance = account.find('customer', String(customer))?.balance ?? 0;
  return Math.max(0, price - off + balance);
}

/** An attempt to change the plan is no period. */
function isPeriodPaid(account: Account, { id }: Stripe.Subscription): boolean {
  const invoices = account.all('invoice') as unknown as Stripe.Invoice[];
  const latest = invoices.findLast(
    (each) =>
      subscriptionIn(each) === id &&
      (each.billing_reason !== 'subscription_update' || each.status === 'paid'),
  );
  return latest?.status === 'paid';
}

/** A dispute about a payment of its buyer is open, and was opened after it was made. */
function isDisputed(account: Account, { customer, created }: Stripe.Subscription): boolean {
  return account
    .all('dispute')
    .some(
      (each) =>
        each.status === 'needs_response' &&
        each.created >= created &&
        account.find('charge', String(each.charge))?.customer === String(customer),
    );
}

function hasCard(account: Account, { default_payment_method, customer }: Stripe.Subscription): boolean {
  const payer = account.find('customer', String(customer));
  return Boolean(default_payment_method ?? payer?.invoice_settings.default_payment_method);
}

function iso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

const nothing: Due = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  nextCharge: null,
};
