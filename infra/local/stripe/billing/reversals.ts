import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { integer, oneOf, required, text } from '../parameters.ts';
import { listRoute, type Route, retrieveRoute, route } from '../route.ts';

export const reversalRoutes: readonly Route[] = [
  route(
    'POST /v1/refunds',
    { charge: required(text), amount: integer, reason: oneOf('fraudulent') },
    ({ account, params }) => refund(account, account.get('charge', params.charge, 'charge'), params.amount),
  ),
  listRoute('/v1/refunds', 'refund', { charge: required(text) }),
  retrieveRoute('/v1/refunds/{id}', 'refund'),
  retrieveRoute('/v1/disputes/{id}', 'dispute'),
  retrieveRoute('/v1/radar/early_fraud_warnings/{id}', 'early_fraud_warning'),
];

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];

export function openDispute(account: Account, chargeId: string): Dispute {
  const charge = account.get('charge', chargeId);
  if (charge.disputed) throw invalid('The charge has already been disputed.');
  account.change('charge', charge, { disputed: true });
  const dispute = account.create('dispute', {
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  });
  emit(account, 'charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = account.get('dispute', id);
  if (!['won', 'lost'].includes(status)) throw invalid('A dispute is won or lost.', 'status');
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.');
  account.change('dispute', dispute, { status });
  emit(account, 'charge.dispute.closed', dispute);
  return dispute;
}

/** The card's bank takes the charge for fraud. */
export function warnOfFraud(account: Account, chargeId: string): Objects['early_fraud_warning'] {
  const { id, disputed, payment_intent, refunded } = account.get('charge', chargeId);
  const warning = account.create('early_fraud_warning', {
    actionable: !(disputed || refunded),
    charge: id,
    fraud_type: 'unauthorized_use_of_card',
    payment_intent: payment_intent ?? undefined,
  });
  emit(account, 'radar.early_fraud_warning.created', warning);
  return warning;
}

/** The customer's bank sends the money back. */
export function failRefund(account: Account, id: string): Objects['refund'] {
  const refund = account.get('refund', id);
  const charge = account.get('charge', String(refund.charge));
  account.change('refund', refund, { status: 'failed' });
  account.change('charge', charge, {
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  emit(account, 'refund.failed', refund);
  return refund;
}

function refund(account: Account, charge: Charge, wanted: number | undefined): Objects['refund'] {
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted ?? left;
  checkRefund(charge, amount, left);
  const refund = account.create('refund', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  });
  const amount_refunded = charge.amount_refunded + amount;
  account.change('charge', charge, { amount_refunded, refunded: amount_refunded === charge.amount });
  emit(account, 'charge.refunded', charge);
  return refund;
}

function checkRefund({ id, disputed }: Charge, amount: number, left: number): void {
  if (disputed)
    throw invalid(`Charge ${id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
  if (left === 0)
    throw invalid(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (amount < 1 || amount > left)
    throw invalid('Refund amount is greater than unrefunded amount on charge.', 'amount');
}
