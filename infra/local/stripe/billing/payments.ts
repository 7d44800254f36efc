import type { Account } from '../account/account.ts';
import type { Invoice, Objects } from '../account/objects.ts';
import { declined, type Outcome } from '../cards/test-cards.ts';
import { invalid, noSuch } from '../errors.ts';
import { oneOf, text } from '../parameters.ts';
import { listRoute, type Route, retrieveRoute, route } from '../route.ts';

/** An invoice gets a PaymentIntent when a card pays it or needs 3-D Secure, and a charge when a card pays it. */
export const paymentRoutes: readonly Route[] = [
  listRoute('/v1/charges', 'charge', { customer: text }),
  retrieveRoute('/v1/charges/{id}', 'charge'),
  route(
    'GET /v1/invoice_payments',
    { invoice: text, 'payment[type]': oneOf('payment_intent'), 'payment[payment_intent]': text },
    ({ account, params: { invoice, 'payment[payment_intent]': intent } }) => {
      const isListed = (each: Intent) =>
        (!invoice || each.invoice === invoice) && (!intent || each.id === intent);
      return { object: 'list', data: account.all('payment_intent').filter(isListed).map(showInvoicePayment) };
    },
  ),
  route('GET /v1/payment_intents/{id}', { client_secret: text }, ({ account, id, params }) =>
    findIntent(account, id, params.client_secret),
  ),
];

type Intent = Objects['payment_intent'];
type Card = Objects['payment_method'];

export function recordPayment(account: Account, invoice: Invoice, card: Card): void {
  const intent = openIntent(account, invoice);
  const { amount, currency, customer } = intent;
  account.create('charge', {
    amount,
    amount_refunded: 0,
    currency,
    customer,
    disputed: false,
    payment_intent: intent.id,
    refunded: false,
  });
  account.change('payment_intent', intent, {
    status: 'succeeded',
    last_payment_error: null,
    next_action: null,
    payment_method: card.id,
  });
}

export function startAuthentication(account: Account, invoice: Invoice, card: Card): void {
  account.change('payment_intent', openIntent(account, invoice), {
    status: 'requires_action',
    payment_method: card.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
}

/** Only one that exists already: a decline alone opens none here. */
export function declinePayment(account: Account, invoice: Invoice, outcome: Outcome & { ok: false }): void {
  const intent = account.all('payment_intent').find((each) => each.invoice === invoice.id);
  if (!intent) return;
  account.change('payment_intent', intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: declined(outcome).body as Intent['last_payment_error'],
  });
}

export function failAuthentication(account: Account, intent: Intent): void {
  account.change('payment_intent', intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
    },
  });
}

type PendingPayment = { readonly intent: Intent; readonly invoice: Invoice; readonly card: Card };

export function findPendingPayment(account: Account, id: string, secret: unknown): PendingPayment {
  const intent = findIntent(account, id, secret);
  const invoice = account.find('invoice', intent.invoice);
  const card = account.find('payment_method', intent.payment_method);
  if (intent.status !== 'requires_action' || invoice?.status !== 'open' || !card)
    throw invalid('This PaymentIntent is not waiting for the cardholder.');
  return { intent, invoice, card };
}

function findIntent(account: Account, id: string, secret: unknown): Intent {
  const intent = account.find('payment_intent', id);
  if (!intent || (secret !== undefined && secret !== intent.client_secret))
    throw noSuch('payment_intent', id);
  return intent;
}

function openIntent(account: Account, invoice: Invoice): Intent {
  const known = account.all('payment_intent').find((each) => each.invoice === invoice.id);
  if (known) return known;
  const id = account.createId('pi');
  return account.create('payment_intent', {
    id,
    amount: invoice.amount_due,
    client_secret: `${id}_${account.createId('secret')}`,
    currency: invoice.currency,
    customer: invoice.customer,
    invoice: invoice.id,
    status: 'requires_payment_method',
  });
}

/** Stripe stores this as a separate object. */
function showInvoicePayment({ id, created, invoice, status }: Intent) {
  return {
    id: id.replace('pi_', 'inpay_'),
    object: 'invoice_payment',
    created,
    invoice,
    payment: { type: 'payment_intent', payment_intent: id },
    status: status === 'succeeded' ? 'paid' : 'open',
  };
}
