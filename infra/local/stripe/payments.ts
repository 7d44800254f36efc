import type { Account, ApiCall, Listing, Objects, Route } from './account.ts';
import type { Invoice } from './billing-objects.ts';
import { invalid, noSuch, readParameters, readWord } from './parameters.ts';

/** What invoices are paid by: a PaymentIntent each, and a charge once it has succeeded. */
export const paymentRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/charges/{id}', run: retrieveCharge },
  { method: 'GET', path: '/v1/invoice_payments', run: listInvoicePayments },
  { method: 'GET', path: '/v1/payment_intents/{id}', run: retrieveIntent },
];

type Intent = Objects['payment_intent'];

/** The PaymentIntent of a finalised invoice, made where there is none. */
function intentOf(account: Account, invoice: Invoice): Intent {
  const known = account.all('invoice_payment').find((each) => each.invoice === invoice.id);
  const intent = account.find('payment_intent', String(known?.payment.payment_intent));
  return intent ?? newIntent(account, invoice);
}

/** The invoice was paid with a card. */
export function recordPayment(account: Account, invoice: Invoice, card: Objects['payment_method']): void {
  const intent = intentOf(account, invoice);
  const charge = newCharge(account, intent, card);
  account.save('charge', charge);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    payment_method: card.id,
  });
  account.save('payment_intent', intent);
  const payment = account.all('invoice_payment').find((each) => each.invoice === invoice.id);
  if (!payment) return;
  Object.assign(payment, {
    status: 'paid',
    amount_paid: intent.amount,
    status_transitions: { canceled_at: null, paid_at: account.now() },
  });
  account.save('invoice_payment', payment);
}

/** The holder's bank wants to ask before it pays. */
export function askHolder(account: Account, invoice: Invoice, card: Objects['payment_method']): void {
  const intent = intentOf(account, invoice);
  Object.assign(intent, {
    status: 'requires_action',
    payment_method: card.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
  account.save('payment_intent', intent);
}

export function refuseHolder(account: Account, intent: Intent): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
    },
  });
  account.save('payment_intent', intent);
}

/** @throws StripeFault where the holder is not asked, or for another's secret */
export function askedPayment(account: Account, id: string, secret: unknown): Asked {
  const intent = account.find('payment_intent', id);
  if (!intent || intent.client_secret !== secret) throw noSuch('payment_intent', id);
  const payment = account.all('invoice_payment').find((each) => each.payment.payment_intent === id);
  const invoice = account.find('invoice', String(payment?.invoice));
  const card = account.find('payment_method', intent.payment_method ?? '');
  if (intent.status !== 'requires_action' || invoice?.status !== 'open' || !card) {
    throw invalid('This PaymentIntent does not wait for its holder.');
  }
  return { intent, invoice, card };
}

/** A payment whose holder is asked. */
interface Asked {
  readonly intent: Intent;
  readonly invoice: Invoice;
  readonly card: Objects['payment_method'];
}

export function chargeBy(account: Account, id = '', param?: string): Objects['charge'] {
  const charge = account.find('charge', id);
  if (!charge) throw noSuch('charge', id, param);
  return charge;
}

function retrieveCharge({ account, path, params }: ApiCall): Objects['charge'] {
  readParameters(params, []);
  return chargeBy(account, path.id);
}

function retrieveIntent({ account, path, params }: ApiCall): Intent {
  const { client_secret: secret } = readParameters(params, ['client_secret']);
  const intent = account.find('payment_intent', path.id ?? '');
  if (!intent || (secret !== undefined && secret !== intent.client_secret)) {
    throw noSuch('payment_intent', path.id ?? '');
  }
  return intent;
}

function listInvoicePayments({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['invoice', 'payment[type]', 'payment[payment_intent]']);
  readWord(given['payment[type]'], 'payment[type]', ['payment_intent']);
  const intent = given['payment[payment_intent]'];
  const data = account
    .all('invoice_payment')
    .filter(
      (each) =>
        (!given.invoice || each.invoice === given.invoice) &&
        (!intent || each.payment.payment_intent === intent),
    );
  return { object: 'list', data: data.toReversed() };
}

function newIntent(account: Account, invoice: Invoice): Intent {
  const id = account.newId('pi');
  const intent: Intent = {
    ...structuredClone(blankIntent),
    id,
    amount: invoice.amount_due,
    client_secret: `${id}_secret_${account.newId('').slice(1)}`,
    created: account.now(),
    currency: invoice.currency,
    customer: invoice.customer,
  };
  account.save('payment_intent', intent);
  account.save('invoice_payment', {
    id: account.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

function newCharge(account: Account, intent: Intent, card: Objects['payment_method']): Objects['charge'] {
  const { amount, currency, customer } = intent;
  return {
    ...structuredClone(blankCharge),
    id: account.newId('ch'),
    amount,
    amount_captured: amount,
    billing_details: card.billing_details,
    created: account.now(),
    currency,
    customer,
    payment_intent: intent.id,
    payment_method: card.id,
  };
}

const blankIntent = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  description: 'Subscription',
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Intent>;

const blankCharge = {
  object: 'charge',
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  captured: true,
  description: 'Subscription',
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Objects['charge']>;
