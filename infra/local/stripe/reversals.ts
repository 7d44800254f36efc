import {
  type Account,
  type ApiCall,
  type Listing,
  type Objects,
  type Route,
  StripeFault,
} from './account.ts';
import { invalid, noSuch, readInteger, readParameters } from './parameters.ts';
import { chargeBy } from './payments.ts';

/** Payments that go back: refunds by the owner, disputes by the holder's bank. */
export const reversalRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/refunds', run: createRefund },
  { method: 'GET', path: '/v1/refunds', run: listRefunds },
  { method: 'GET', path: '/v1/disputes/{id}', run: retrieveDispute },
];

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];

/** @throws StripeFault where there is a dispute already */
export function openDispute(account: Account, chargeId: string): Dispute {
  const charge = chargeBy(account, chargeId);
  if (charge.disputed) throw invalid('The charge has been disputed already.');
  change(account, charge, { disputed: true });
  const dispute: Dispute = {
    id: account.newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence as Dispute['evidence'],
    evidence_details: {
      due_by: account.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    } as Dispute['evidence_details'],
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  account.save('dispute', dispute);
  account.emit('charge.dispute.created', dispute);
  return dispute;
}

/** @throws StripeFault where it is decided already */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = disputeBy(account, id);
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.');
  dispute.status = status;
  account.save('dispute', dispute);
  account.emit('charge.dispute.closed', dispute);
  return dispute;
}

function retrieveDispute({ account, path, params }: ApiCall): Dispute {
  readParameters(params, []);
  return disputeBy(account, path.id);
}

function disputeBy(account: Account, id = ''): Dispute {
  const dispute = account.find('dispute', id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}

/** In part, or all that is left; what is disputed cannot be refunded. */
function createRefund({ account, params }: ApiCall): Objects['refund'] {
  const given = readParameters(params, ['charge', 'amount', 'metadata']);
  const charge = chargeBy(account, given.charge, 'charge');
  if (charge.disputed)
    throw refuse('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  const left = charge.amount - charge.amount_refunded;
  const amount = readInteger(given.amount, 'amount') ?? left;
  if (left === 0) throw refuse('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount < 1 || amount > left)
    throw invalid('Refund amount is greater than unrefunded amount on charge.', 'amount');
  const refund: Objects['refund'] = {
    id: account.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  account.save('refund', refund);
  const amount_refunded = charge.amount_refunded + amount;
  change(account, charge, { amount_refunded, refunded: amount_refunded === charge.amount });
  account.emit('charge.refunded', charge);
  return refund;
}

function listRefunds({ account, params }: ApiCall): Listing {
  const { charge } = readParameters(params, ['charge']);
  const data = account.all('refund').filter((each) => !charge || each.charge === charge);
  return { object: 'list', data: data.toReversed() };
}

function change(account: Account, charge: Charge, changes: Partial<Charge>): void {
  Object.assign(charge, changes);
  account.save('charge', charge);
}

function refuse(code: string, message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, message });
}

const noEvidence = {
  ...Object.fromEntries(
    [
      'access_activity_log',
      'billing_address',
      'cancellation_policy',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'customer_communication',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'customer_signature',
      'duplicate_charge_documentation',
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'receipt',
      'refund_policy',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'service_documentation',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_documentation',
      'shipping_tracking_number',
      'uncategorized_file',
      'uncategorized_text',
    ].map((name) => [name, null]),
  ),
  enhanced_evidence: {},
} as const;
