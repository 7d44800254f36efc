import type { Account, ApiCall, DeletedObject, Listing, Objects, Route, StripeFault } from './account.ts';
import { hasEnded } from './billing-objects.ts';
import { cancelNow } from './cancellation.ts';
import { apply } from './changes.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  mergeMetadata,
  noSuch,
  readParameters,
} from './parameters.ts';
import { attach, detach, listPaymentMethods, requireSetUp, usablePaymentMethod } from './payment-methods.ts';

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', run: createCustomer },
  { method: 'GET', path: '/v1/customers', run: listCustomers },
  { method: 'GET', path: '/v1/customers/{id}', run: retrieveCustomer },
  { method: 'POST', path: '/v1/customers/{id}', run: updateCustomer },
  { method: 'DELETE', path: '/v1/customers/{id}', run: deleteCustomer },
  { method: 'GET', path: '/v1/customers/{id}/payment_methods', run: listCards },
];

type Customer = Objects['customer'];

/**
 * The customer that a call is about.
 *
 * @param param the parameter that names it; missing, it stands in the path
 * @throws StripeFault where it never was, or is deleted
 */
function customerBy(account: Account, id: string | undefined, param?: string): Customer {
  const customer = account.find('customer', id ?? '');
  if (!customer) throw noSuch('customer', id ?? '', param);
  return customer;
}

function createCustomer({ account, params }: ApiCall): Customer {
  const given = readParameters(params, [...fields, defaultCard, 'payment_method', 'metadata']);
  const card = cardToBe(account, given);
  const customer: Customer = {
    id: account.newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: account.newId('').slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...wordsOf(given),
  };
  if (card && given[defaultCard]) customer.invoice_settings.default_payment_method = card.id;
  account.save('customer', customer);
  account.emit('customer.created', customer);
  if (card) attach(account, card, customer.id);
  return customer;
}

function listCustomers({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['email', ...createdParameters]);
  const data = account
    .all('customer')
    .filter(({ email }) => given.email === undefined || email === given.email)
    .filter(({ created }) => isCreatedWithin(created, given));
  return { object: 'list', data: data.toReversed() };
}

function retrieveCustomer({ account, path, params }: ApiCall): Customer | DeletedObject {
  readParameters(params, []);
  return account.find('deleted_customer', path.id ?? '') ?? customerBy(account, path.id);
}

function updateCustomer({ account, path, params }: ApiCall): Customer {
  const given = readParameters(params, [...fields, defaultCard, 'metadata']);
  const customer = customerBy(account, path.id);
  const card = given[defaultCard];
  const previous = apply<Customer>(customer, {
    ...wordsOf(given),
    metadata: mergeMetadata(customer.metadata, params.metadata),
    ...(card !== undefined && {
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: card === '' ? null : cardOf(account, customer, card),
      },
    }),
  });
  account.save('customer', customer);
  if (previous) account.emit('customer.updated', customer, previous);
  return customer;
}

/** Ends its subscriptions at once; what has been charged stays charged. */
function deleteCustomer({ account, path, params }: ApiCall): DeletedObject {
  readParameters(params, []);
  const customer = customerBy(account, path.id);
  for (const subscription of account.all('subscription')) {
    if (subscription.customer === customer.id && !hasEnded(subscription)) cancelNow(account, subscription);
  }
  for (const card of account.all('payment_method')) {
    if (card.customer === customer.id) detach(account, card);
  }
  account.remove('customer', customer.id);
  const deleted: DeletedObject = { id: customer.id, object: 'customer', deleted: true };
  account.save('deleted_customer', deleted);
  account.emit('customer.deleted', customer);
  return deleted;
}

function listCards({ account, path, params }: ApiCall): Listing {
  const { type } = readParameters(params, ['type']);
  return listPaymentMethods(account, customerBy(account, path.id), type);
}

const fields = ['description', 'email', 'name', 'phone'] as const;

const defaultCard = 'invoice_settings[default_payment_method]';

/** An empty word takes the old one away. */
function wordsOf(given: Partial<Record<(typeof fields)[number], string>>) {
  if (given.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given.email)) {
    throw invalid(`Invalid email address: ${given.email}`, 'email', 'email_invalid');
  }
  return Object.fromEntries(
    fields.filter((name) => given[name] !== undefined).map((name) => [name, given[name] || null]),
  ) as Partial<Record<(typeof fields)[number], string | null>>;
}

/** The card that a new customer begins with. */
function cardToBe(
  account: Account,
  given: { payment_method?: string; [defaultCard]?: string },
): Objects['payment_method'] | undefined {
  const [id, wanted] = [given.payment_method, given[defaultCard]];
  if (wanted && wanted !== id) throw notAttached(wanted);
  if (!id) return undefined;
  const card = usablePaymentMethod(account, id, null);
  requireSetUp(card);
  return card;
}

function cardOf(account: Account, customer: Customer, id: string): string {
  if (account.find('payment_method', id)?.customer !== customer.id) throw notAttached(id);
  return id;
}

function notAttached(id: string): StripeFault {
  return invalid(
    `The customer does not have a payment method with the ID ${id}. ` +
      'The payment method must be attached to the customer.',
    defaultCard,
    'resource_missing',
  );
}
