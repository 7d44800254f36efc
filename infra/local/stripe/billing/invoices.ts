import type { Account } from '../account/account.ts';
import type { Invoice } from '../account/objects.ts';
import { findOwnCard } from '../cards/payment-methods.ts';
import { declined } from '../cards/test-cards.ts';
import { invalid, notModelled } from '../errors.ts';
import { flag, oneOf, text } from '../parameters.ts';
import { type Route, retrieveRoute, route } from '../route.ts';
import { collect, findCardToCharge, noCard } from './collection.ts';
import { finalizeInvoice, getSubscriptionId, markVoid, stopAdvancing } from './invoice.ts';
import { checkCustomer, hasEnded } from './subscriptions.ts';

export const invoiceRoutes: readonly Route[] = [
  route(
    'GET /v1/invoices',
    { customer: text, subscription: text, status: oneOf('draft', 'open', 'paid') },
    ({ account, params: { customer, subscription, status } }) => {
      if (customer) checkCustomer(account, customer);
      if (subscription) account.get('subscription', subscription, 'subscription');
      const isListed = (each: Invoice) =>
        (!customer || each.customer === customer) &&
        (!subscription || getSubscriptionId(each) === subscription) &&
        (!status || each.status === status);
      return { object: 'list', data: account.all('invoice').filter(isListed) };
    },
  ),
  retrieveRoute('/v1/invoices/{id}', 'invoice'),
  route('POST /v1/invoices/{id}', { auto_advance: flag }, ({ account, id, params }) => {
    const invoice = account.get('invoice', id);
    if (params.auto_advance !== false || invoice.status !== 'draft')
      throw notModelled('any invoice change except keeping a draft as a draft');
    stopAdvancing(account, invoice);
    return invoice;
  }),
  route(
    'POST /v1/invoices/{id}/pay',
    { payment_method: text, off_session: flag },
    ({ account, id, params }) => pay(account, account.get('invoice', id), params.payment_method),
  ),
  route('POST /v1/invoices/{id}/void', {}, ({ account, id }) =>
    voidInvoice(account, account.get('invoice', id)),
  ),
];

/** Charges now without changing the retry schedule. A failed charge is recorded and returns 402. */
function pay(account: Account, invoice: Invoice, cardId: string | undefined): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status === 'void') throw invalid('This invoice is voided and can no longer be paid.');
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  const chosen = cardId ? findOwnCard(account, invoice.customer, cardId, 'payment_method') : undefined;
  const card = chosen ?? (subscription && findCardToCharge(account, subscription));
  if (!card) throw noCard();
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  const outcome = collect(account, invoice, card, { isExtra: true });
  if (!outcome.ok) throw declined(outcome);
  return invoice;
}

function voidInvoice(account: Account, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') {
    throw invalid(
      `You can only pass in open invoices. This invoice isn't open. Its status is ${invoice.status}.`,
    );
  }
  const subscription = account.find('subscription', getSubscriptionId(invoice));
  const isPending = subscription?.latest_invoice === invoice.id && subscription.pending_update !== null;
  if (subscription && !hasEnded(subscription) && subscription.status !== 'incomplete' && !isPending)
    throw notModelled('voiding the debt of a live subscription');
  markVoid(account, invoice);
  return invoice;
}
