import type Stripe from 'stripe';
import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { decideCharge } from '../cards/test-cards.ts';
import { invalid, notModelled } from '../errors.ts';
import { type Form, integer, oneOf, text } from '../parameters.ts';
import { collect, findCardToCharge, noCard } from './collection.ts';
import { findDiscounts } from './discounts.ts';
import {
  applyBalance,
  buildPeriodLine,
  buildUnusedLine,
  changeSubscription,
  draftInvoice,
  finalizeInvoice,
  type Line,
  sumLines,
  voidOpenInvoices,
} from './invoice.ts';
import { computePeriodEnd, hourSeconds } from './periods.ts';

type Item = Stripe.SubscriptionItem;

type ActivePrice = Objects['price'] & { recurring: Stripe.Price.Recurring; unit_amount: number };

export function findPrice(account: Account, id: string, param: string): ActivePrice {
  const price = account.get('price', id, param);
  if (price.active) return price as ActivePrice;
  throw invalid('The price specified is inactive. This field only accepts active prices.', param);
}

export interface ItemChange {
  readonly itemId: string | undefined;
  readonly priceId: string;
  readonly behavior: 'none' | 'always_invoice' | undefined;
  readonly date: number | undefined;
  readonly isPendingAllowed: boolean;
}

/** Reads a change of the price. @param prefix of the parameters, such as `subscription_details` */
export function itemChange(prefix = '') {
  const nest = (field: string) => (prefix ? `${prefix}[${field.replace(/(?=\[)|$/, ']')}` : field);
  return (form: Form): ItemChange | undefined => {
    const priceId = text(form, nest('items[0][price]'));
    if (priceId === undefined) return undefined;
    return {
      itemId: text(form, nest('items[0][id]')),
      priceId,
      behavior: oneOf('none', 'always_invoice')(form, nest('proration_behavior')),
      date: integer(form, nest('proration_date')),
      isPendingAllowed: oneOf('pending_if_incomplete')(form, nest('payment_behavior')) !== undefined,
    };
  };
}

interface ComputedChange {
  readonly item: Item;
  readonly anchor: number;
  /** Of the invoice that is due now, or at the end of the trial. */
  readonly lines: readonly Line[];
  readonly date: number;
}

/** In a trial the new price is charged when it ends. Else a new interval begins a new period. */
export function computeItemChange(
  account: Account,
  subscription: Subscription,
  { itemId, priceId, behavior, date = account.now() }: ItemChange,
): ComputedChange {
  const [before] = subscription.items.data;
  const price = findPrice(account, priceId, 'items[0][price]');
  const { interval } = price.recurring;
  const { status, billing_cycle_anchor } = subscription;
  const isTrial = status === 'trialing';
  if (itemId !== before.id) throw notModelled('a second item');
  if (interval === before.price.recurring?.interval) throw notModelled('a change within an interval');
  if (!isTrial && status !== 'active') throw notModelled(`a change of plan while ${status}`);
  if (behavior !== (isTrial ? 'none' : 'always_invoice')) throw notModelled(`prorations by ${behavior}`);
  if (date < before.current_period_start || date > before.current_period_end)
    throw invalid('The proration date must be within the current period.', 'proration_date');
  const item = { ...before, price: structuredClone(price) as unknown as Stripe.Price };
  const discounts = findDiscounts(account, subscription);
  if (isTrial) {
    const start = before.current_period_end;
    const period = { start, end: computePeriodEnd(billing_cycle_anchor, start, interval) };
    const lines = [buildPeriodLine(account, discounts, item, { period })];
    return { item, anchor: billing_cycle_anchor, lines, date };
  }
  const now = account.now();
  const changed = {
    ...item,
    current_period_start: now,
    current_period_end: computePeriodEnd(now, now, interval),
  };
  const unused = buildUnusedLine(account, subscription, before, date);
  return {
    item: changed,
    anchor: now,
    lines: [unused, buildPeriodLine(account, discounts, changed)],
    date,
  };
}

/** A change that a card does not pay waits for its invoice. */
export function applyItemChange(account: Account, subscription: Subscription, wanted: ItemChange): void {
  const { item, anchor, lines } = computeItemChange(account, subscription, wanted);
  const items = { ...subscription.items, data: [item] } as Subscription['items'];
  if (subscription.status === 'trialing') {
    changeSubscription(account, subscription, { items });
    return;
  }
  if (!wanted.isPendingAllowed) throw notModelled('a change that is made before it is paid');
  if (subscription.pending_update) voidOpenInvoices(account, subscription);
  const card = findCardToCharge(account, subscription);
  if (!card) throw noCard();
  const invoice = draftInvoice(account, subscription, {
    reason: 'subscription_update',
    lines,
    isAutomatic: false,
  });
  const isFree = applyBalance(account, subscription.customer, sumLines(lines)).amountDue === 0;
  const isPaid = isFree || decideCharge(card, true).ok;
  const [{ current_period_end: periodEnd }] = subscription.items.data;
  const pending = {
    ...noUpdate,
    billing_cycle_anchor: anchor,
    expires_at: Math.min(account.now() + 23 * hourSeconds, periodEnd),
    subscription_items: [item],
  };
  changeSubscription(account, subscription, {
    latest_invoice: invoice.id,
    ...(isPaid ? { items, billing_cycle_anchor: anchor } : { pending_update: pending }),
  });
  finalizeInvoice(account, invoice);
  collect(account, invoice, card, { isOnSession: true });
}

const noUpdate = {
  cancel_at_period_end: null,
  discount: null,
  discounts: null,
  metadata: null,
  trial_end: null,
  trial_from_plan: null,
};
