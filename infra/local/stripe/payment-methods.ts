import {
  type Account,
  type ApiCall,
  type Listing,
  type Objects,
  type Route,
  StripeFault,
} from './account.ts';
import { brandOf, type CardDetails, cardByToken, fingerprintOf, outcomeOfSetUp } from './cards.ts';
import { apply } from './changes.ts';
import { declined } from './declined.ts';
import { invalid, noSuch, readParameters, readWord } from './parameters.ts';

export const paymentMethodRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/payment_methods', run: listOfCustomer },
  { method: 'GET', path: '/v1/payment_methods/{id}', run: retrievePaymentMethod },
  { method: 'POST', path: '/v1/payment_methods/{id}/attach', run: attachToCustomer },
  { method: 'POST', path: '/v1/payment_methods/{id}/detach', run: detachFromCustomer },
];

type PaymentMethod = Objects['payment_method'];

/** A card that is nobody's yet. */
export function newCard(account: Account, details: CardDetails): PaymentMethod {
  const { number, expMonth, expYear, cvc } = details;
  const brand = brandOf(number);
  const card: PaymentMethod = {
    id: account.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: brand === 'amex' ? 'american_express' : brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.save('payment_method', card);
  return card;
}

/**
 * A payment method that a customer may use: their own, nobody's, or a new copy of one of Stripe's test cards.
 *
 * @throws StripeFault for those of others, and those that were detached
 */
export function usablePaymentMethod(account: Account, id: string, customer: string | null): PaymentMethod {
  const details = cardByToken(id, account.now());
  if (details) return newCard(account, details);
  const card = account.find('payment_method', id);
  if (!card) throw noSuch('PaymentMethod', id, 'payment_method');
  if (account.find('detachment', detachmentId(id))) {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a ' +
        'Customer, and may not be used again.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  }
  if (card.customer !== null && card.customer !== customer) {
    throw invalid(
      customer === null
        ? `The payment method supplied (${id}) belongs to a customer. Please include the customer in the call.`
        : 'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  }
  return card;
}

/** Makes it the customer's; where it is already, nothing happens. */
export function attach(account: Account, card: PaymentMethod, customer: string): void {
  if (card.customer === customer) return;
  card.customer = customer;
  account.save('payment_method', card);
  account.emit('payment_method.attached', card);
}

/** @throws StripeFault for cards that nobody can save */
export function requireSetUp(card: PaymentMethod): void {
  const { outcome } = outcomeOfSetUp(card);
  if (outcome.ok) return;
  const { status, body } = declined(outcome);
  throw new StripeFault(status, { ...body, payment_method: structuredClone(card) });
}

/** For good: nobody can use it again. */
export function detach(account: Account, card: PaymentMethod): Record<string, unknown> | undefined {
  const previous = apply<PaymentMethod>(card, { customer: null });
  account.save('payment_method', card);
  account.save('detachment', { id: detachmentId(card.id), object: 'detachment', created: account.now() });
  return previous;
}

function detachmentId(id: string): string {
  return `detached ${id}`;
}

/** @param type only `card` is modelled, and all there is */
export function listPaymentMethods(account: Account, { id }: Objects['customer'], type?: string): Listing {
  readWord(type, 'type', ['card']);
  const data = account.all('payment_method').filter(({ customer }) => customer === id);
  return { object: 'list', data: data.toReversed() };
}

function listOfCustomer({ account, params }: ApiCall): Listing {
  const { customer: id, type } = readParameters(params, ['customer', 'type']);
  if (!id) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  const customer = account.find('customer', id);
  if (!customer) throw noSuch('customer', id, 'customer');
  return listPaymentMethods(account, customer, type);
}

function retrievePaymentMethod({ account, path, params }: ApiCall): PaymentMethod {
  readParameters(params, []);
  return paymentMethodBy(account, path.id);
}

function attachToCustomer({ account, path, params }: ApiCall): PaymentMethod {
  const { customer } = readParameters(params, ['customer']);
  if (!customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (!account.find('customer', customer)) throw noSuch('customer', customer, 'customer');
  const card = usablePaymentMethod(account, path.id ?? '', customer);
  requireSetUp(card);
  attach(account, card, customer);
  return card;
}

function detachFromCustomer({ account, path, params }: ApiCall): PaymentMethod {
  readParameters(params, []);
  const card = paymentMethodBy(account, path.id);
  const customer = account.find('customer', card.customer ?? '');
  if (card.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const previous = detach(account, card);
  account.emit('payment_method.detached', card, previous);
  if (customer) forgetDefault(account, customer, card.id);
  return card;
}

function forgetDefault(account: Account, customer: Objects['customer'], id: string): void {
  if (customer.invoice_settings.default_payment_method !== id) return;
  const previous = apply<Objects['customer']>(customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
  });
  account.save('customer', customer);
  account.emit('customer.updated', customer, previous);
}

function paymentMethodBy(account: Account, id = ''): PaymentMethod {
  const card = account.find('payment_method', id);
  if (!card) throw noSuch('PaymentMethod', id);
  return card;
}
