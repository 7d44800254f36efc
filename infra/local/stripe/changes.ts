import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account.ts';
import type { Invoice, Subscription } from './billing-objects.ts';

/**
 * Changes a subscription and tells so, as `customer.subscription.updated`.
 *
 * @param also the types of further events that say the same more narrowly
 */
export function changeSubscription(
  account: Account,
  subscription: Subscription,
  changes: Partial<Subscription>,
  ...also: string[]
): void {
  const previous = apply(subscription, changes);
  account.save('subscription', subscription);
  for (const type of also) account.emit(type, subscription);
  if (previous) account.emit('customer.subscription.updated', subscription, previous);
}

/**
 * Changes an invoice and tells so: as `invoice.updated`, then as the events given. In the second in which it is made
 * and comes straight to something, only that is told.
 */
export function changeInvoice(
  account: Account,
  invoice: Invoice,
  changes: Partial<Invoice>,
  ...also: string[]
): void {
  const previous = apply(invoice, changes);
  account.save('invoice', invoice);
  const isNew = invoice.created === account.now() && also.length > 0;
  if (previous && !isNew) account.emit('invoice.updated', invoice, previous);
  for (const type of also) account.emit(type, invoice);
}

/** @returns what was before, as `previous_attributes` says it; undefined where nothing has changed */
export function apply<Kind extends object>(object: Kind, changes: Partial<Kind>): Fields | undefined {
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, object[key as keyof Kind]]));
  const previous = difference(before, changes as Fields);
  Object.assign(object, changes);
  return Object.keys(previous).length > 0 ? previous : undefined;
}

/** Of hashes only the fields that differ, of lists the whole. */
function difference(before: Fields, after: Fields): Fields {
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  return Object.fromEntries(
    changed.map((key) => {
      const [was, is] = [before[key], after[key]];
      return [key, isHash(was) && isHash(is) ? difference(was, is) : (was ?? null)];
    }),
  );
}

function isHash(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Fields = Record<string, unknown>;
