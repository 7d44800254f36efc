import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { required, text } from '../parameters.ts';
import { type Route, retrieveRoute, route } from '../route.ts';
import type { CardDetails } from './card-details.ts';
import { computeFingerprint, findCardNumber } from './test-cards.ts';

export const paymentMethodRoutes: readonly Route[] = [
  retrieveRoute('/v1/payment_methods/{id}', 'payment_method'),
  route(
    'POST /v1/payment_methods/{id}/attach',
    { customer: required(text) },
    ({ account, id, params: { customer } }) => {
      account.get('customer', customer, 'customer');
      const card = findUsableCard(account, id, customer);
      account.change('payment_method', card, { customer });
      return card;
    },
  ),
  route('POST /v1/payment_methods/{id}/detach', {}, ({ account, id }) => {
    const card = account.get('payment_method', id);
    if (card.customer === null)
      throw invalid('The payment method you provided is not attached to a customer.');
    const customer = account.find('customer', card.customer);
    detach(account, card);
    if (customer?.invoice_settings.default_payment_method === id) setDefaultCard(account, customer, null);
    return card;
  }),
];

type Card = Objects['payment_method'];

export function createCard(account: Account, { number, expMonth, expYear, address }: CardDetails): Card {
  return account.create('payment_method', {
    billing_details: { address: address ?? null } as Card['billing_details'],
    card: {
      brand: number.startsWith('5') ? 'mastercard' : 'visa',
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: computeFingerprint(number),
      last4: number.slice(-4),
    } as NonNullable<Card['card']>,
    type: 'card',
  });
}

/** The customer's card, an unattached one, or a new copy of a test card such as `pm_card_visa`. */
export function findUsableCard(account: Account, id: string, customer: string | null): Card {
  const number = findCardNumber(id);
  const expYear = new Date(account.now() * 1_000).getUTCFullYear() + 10;
  if (number) return createCard(account, { number, expMonth: 12, expYear });
  const card = account.get('payment_method', id, 'payment_method');
  const isUsable = card.customer === null ? !account.readNote(`detached:${id}`) : card.customer === customer;
  if (isUsable) return card;
  throw invalid(
    'The payment method you provided was detached, or belongs to another customer, and may not be used.',
    'payment_method',
    'payment_method_unexpected_state',
  );
}

export function findOwnCard(account: Account, customer: string, id: string, param: string): Card {
  const card = account.get('payment_method', id, param);
  if (card.customer === customer) return card;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. ` +
      'The payment method must be attached to the customer.',
    param,
    'resource_missing',
  );
}

/** A detached card can never be used again. */
export function detach(account: Account, card: Card): void {
  account.change('payment_method', card, { customer: null });
  account.writeNote(`detached:${card.id}`, true);
}

export function setDefaultCard(account: Account, customer: Objects['customer'], card: string | null): void {
  const previous = account.change('customer', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
  });
  if (previous) emit(account, 'customer.updated', customer, previous);
}
