import type { Parsed } from '../../../shared/api/contract.ts';
import { dayMs, toSeconds } from '../../../shared/dates.ts';
import { isWebhookEvent } from '../../../shared/webhook-events.ts';
import { parseUserId } from '../../tables/profiles.ts';
import { putItem, readItem } from '../../tables/table.ts';
import { type EventItem, getUsersTable } from '../../tables/users.ts';
import { activate } from '../purchase/activate.ts';
import { countDeclinedCard } from '../purchase/card-attempts.ts';
import { findOwner, forgetCustomer } from '../purchase/customers.ts';
import { finishCancellations } from './endings.ts';
import { recordRevenue, takeNewCard } from './payments.ts';
import { handleDispute, handleFailedRefund, handleFraudWarning, handleRefund } from './reversals.ts';
import { syncSubscription } from './sync.ts';

export type ReceivedEvent = Parsed<'billing.webhook'>;

/** Idempotent and independent of order. @returns false for an event that is irrelevant or already handled */
export async function handleEvent(event: ReceivedEvent): Promise<boolean> {
  if (!isWebhookEvent(event.type)) return false;
  if (await readItem(getUsersTable(), buildEventKey(event.id))) return false;
  const isActivated = event.type === 'setup_intent.succeeded' && (await activate(event.objectId));
  if (event.type === 'invoice.paid') await recordRevenue(event.objectId);
  if (event.type === 'setup_intent.setup_failed') await countDeclinedCard(event.objectId, event.id);
  const customerId = (await handleReversal(event)) ?? event.customerId;
  if (customerId && !isActivated) await handleCustomer(event, customerId);
  await remember(event.id);
  return true;
}

async function handleReversal({ type, objectId, happenedAt }: ReceivedEvent): Promise<string | undefined> {
  if (type === 'charge.refunded') return handleRefund(objectId);
  if (type === 'refund.failed') return handleFailedRefund(objectId, happenedAt);
  if (type === 'radar.early_fraud_warning.created') return handleFraudWarning(objectId);
  if (type === 'charge.dispute.created') return handleDispute(objectId);
  if (type === 'charge.dispute.closed') return handleDispute(objectId, happenedAt);
  return undefined;
}

/** Other products may have customers in the same Stripe account. */
async function handleCustomer({ type, changesDefaultCard }: ReceivedEvent, customerId: string) {
  const owner = await findOwner(customerId);
  if (!owner) return;
  const { purchase } = owner;
  // The buyer may have confirmed the payment, or run out of time.
  if (purchase?.state === 'confirmation_needed' && purchase.setupIntentId)
    await activate(purchase.setupIntentId);
  await syncSubscription(parseUserId(owner), customerId, async (stripe, subscriptions) => {
    if (endings.has(type)) return finishCancellations(stripe, subscriptions);
    return changesDefaultCard && takeNewCard(stripe, subscriptions);
  });
  if (type === 'customer.deleted') await forgetCustomer(parseUserId(owner), customerId);
}

/** A cancellation, or a failed payment after one, arrives as one of these. */
const endings: ReadonlySet<string> = new Set([
  'customer.deleted',
  'customer.subscription.deleted',
  'customer.subscription.updated',
]);

/** Kept for 30 days: Stripe cannot resend older events. */
async function remember(eventId: string): Promise<void> {
  const item: EventItem = { ...buildEventKey(eventId), expiresAt: toSeconds(Date.now() + 30 * dayMs) };
  await putItem(getUsersTable(), item);
}

function buildEventKey(id: string) {
  return { pk: `EVENT#${id}`, sk: 'EVENT' } as const;
}
