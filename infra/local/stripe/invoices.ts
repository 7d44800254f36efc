import type { Account, ApiCall, Listing, Route } from './account.ts';
import { hasEnded, type Invoice, subscriptionIdOf } from './billing-objects.ts';
import { changeInvoice } from './changes.ts';
import { cardOf, collect } from './collection.ts';
import { declined } from './declined.ts';
import { finalizeInvoice, markVoid } from './invoice.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  noSuch,
  notModelled,
  readBoolean,
  readParameters,
  readWord,
} from './parameters.ts';
import { checkCustomer } from './subscriptions.ts';

/** Stripe's invoices: those of subscriptions, which make them. */
export const invoiceRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/invoices', run: listInvoices },
  { method: 'GET', path: '/v1/invoices/{id}', run: retrieveInvoice },
  { method: 'POST', path: '/v1/invoices/{id}', run: updateInvoice },
  { method: 'POST', path: '/v1/invoices/{id}/pay', run: payInvoice },
  { method: 'POST', path: '/v1/invoices/{id}/void', run: voidInvoice },
];

function listInvoices({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['customer', 'subscription', 'status', ...createdParameters]);
  const { customer, subscription } = given;
  const status = readWord(given.status, 'status', ['draft', 'open', 'paid', 'uncollectible', 'void']);
  if (customer) checkCustomer(account, customer);
  if (subscription && !account.find('subscription', subscription)) {
    throw noSuch('subscription', subscription, 'subscription');
  }
  const data = account
    .all('invoice')
    .filter(
      (each) =>
        (!customer || each.customer === customer) &&
        (!subscription || subscriptionIdOf(each) === subscription) &&
        (!status || each.status === status) &&
        isCreatedWithin(each.created, given),
    );
  return { object: 'list', data: data.toReversed() };
}

function retrieveInvoice({ account, path, params }: ApiCall): Invoice {
  readParameters(params, []);
  return find(account, path.id);
}

/** Whether a draft is finalised and charged by itself. */
function updateInvoice({ account, path, params }: ApiCall): Invoice {
  const given = readParameters(params, ['auto_advance']);
  const invoice = find(account, path.id);
  if (readBoolean(given.auto_advance, 'auto_advance') !== false || invoice.status !== 'draft') {
    throw notModelled('other changes of invoices than to leave a draft a draft');
  }
  changeInvoice(account, invoice, {
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  });
  return invoice;
}

/** Pays now, outside the times of retries; a draft is finalised first. A failed attempt is kept, and answered as 402. */
function payInvoice({ account, path, params }: ApiCall): Invoice {
  const given = readParameters(params, ['payment_method', 'off_session']);
  readBoolean(given.off_session, 'off_session');
  const invoice = find(account, path.id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status === 'void') throw invalid('This invoice is voided and can no longer be paid.');
  const card = given.payment_method
    ? cardGiven(account, invoice, given.payment_method)
    : cardOfInvoice(account, invoice);
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  const charge = collect(account, invoice, card, { asked: true });
  if (!charge.ok) throw declined(charge);
  return invoice;
}

/** Only of a subscription that has ended or not begun: what else becomes of one whose invoice is voided is Stripe's to say. */
function voidInvoice({ account, path, params }: ApiCall): Invoice {
  readParameters(params, []);
  const invoice = find(account, path.id);
  if (invoice.status !== 'open') {
    throw invalid(
      `You can only pass in open invoices. This invoice isn't open. Its status is ${invoice.status}.`,
    );
  }
  const subscription = account.find('subscription', subscriptionIdOf(invoice));
  const isOver = !subscription || hasEnded(subscription) || subscription.status === 'incomplete';
  if (!isOver) throw notModelled('voiding what a live subscription owes');
  markVoid(account, invoice);
  return invoice;
}

function cardGiven(account: Account, { customer }: Invoice, id: string) {
  const card = account.find('payment_method', id);
  if (card?.customer !== customer) throw noSuch('PaymentMethod', id, 'payment_method');
  return card;
}

function cardOfInvoice(account: Account, invoice: Invoice) {
  const subscription = account.find('subscription', subscriptionIdOf(invoice));
  return subscription && cardOf(account, subscription);
}

function find(account: Account, id = ''): Invoice {
  const invoice = account.find('invoice', id);
  if (!invoice) throw noSuch('invoice', id);
  return invoice;
}
