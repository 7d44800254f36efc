import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { DeletedObject, Objects } from '../account/objects.ts';
import { cancelNow } from '../billing/cancellation.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import { readAddress } from '../cards/card-details.ts';
import { detach, findOwnCard, setDefaultCard } from '../cards/payment-methods.ts';
import { invalid, notModelled } from '../errors.ts';
import { type Form, metadata, text } from '../parameters.ts';
import { listRoute, type Route, route } from '../route.ts';

type Customer = Objects['customer'];

const defaultCard = 'invoice_settings[default_payment_method]';

const customerChanges = { email, address, balance: credit, [defaultCard]: text };

export const customerRoutes: readonly Route[] = [
  route('POST /v1/customers', { email, metadata }, ({ account, params }) =>
    account.create('customer', {
      email: params.email || null,
      balance: 0,
      invoice_settings: { default_payment_method: null } as Customer['invoice_settings'],
      metadata: params.metadata(),
    }),
  ),
  listRoute('/v1/customers', 'customer', { email: text }),
  route(
    'GET /v1/customers/{id}',
    {},
    ({ account, id }) => account.find('deleted_customer', id) ?? account.get('customer', id),
  ),
  route('POST /v1/customers/{id}', customerChanges, ({ account, id, params }) => {
    const customer = account.get('customer', id);
    const card = params[defaultCard];
    if (card) findOwnCard(account, id, card, defaultCard);
    const email = params.email === '' ? null : params.email;
    const previous = account.change('customer', customer, {
      email,
      address: params.address,
      balance: params.balance,
    });
    if (previous) emit(account, 'customer.updated', customer, previous);
    if (card !== undefined) setDefaultCard(account, customer, card || null);
    return customer;
  }),
  route('DELETE /v1/customers/{id}', {}, ({ account, id }) =>
    deleteCustomer(account, account.get('customer', id)),
  ),
];

function deleteCustomer(account: Account, customer: Customer): DeletedObject {
  const { id } = customer;
  for (const subscription of account.all('subscription')) {
    if (subscription.customer === id && !hasEnded(subscription)) cancelNow(account, subscription);
  }
  for (const card of account.all('payment_method')) {
    if (card.customer === id) detach(account, card);
  }
  account.remove('customer', id);
  const deleted: DeletedObject = { id, object: 'customer', deleted: true };
  account.save('deleted_customer', deleted);
  emit(account, 'customer.deleted', customer);
  return deleted;
}

/** Negative: what a customer owes is not modelled. */
function credit(form: Form, name: string): number | undefined {
  const word = form.take(name);
  if (word === undefined || /^(?:0|-\d{1,12})$/.test(word)) return word === undefined ? word : Number(word);
  throw notModelled(`the balance ${word}`, name);
}

function address(form: Form, name: string): Customer['address'] | undefined {
  const fields = readAddress(form, name);
  return fields && ({ ...fields } as Customer['address']);
}

function email(form: Form, name: string): string | undefined {
  const address = form.take(name);
  if (!address || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return address;
  throw invalid(`Invalid email address: ${address}`, name, 'email_invalid');
}
