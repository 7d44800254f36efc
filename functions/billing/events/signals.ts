import type { Parsed } from '../../../shared/api/contract.ts';
import { isWebhookEvent } from '../../../shared/webhook-events.ts';
import { userIdOf } from '../../tables/profiles.ts';
import { putItem, readItem } from '../../tables/table.ts';
import { type EventItem, usersTable } from '../../tables/users.ts';
import { activate } from '../purchase/activate.ts';
import { countRefusedCard } from '../purchase/card-attempts.ts';
import { forgetCustomer, ownerOf } from '../purchase/customers.ts';
import { collectDebts } from './debts.ts';
import { finishCancellations } from './endings.ts';
import { recordRevenue } from './revenue.ts';
import { followDispute, followRefund } from './reversals.ts';
import { syncSubscription } from './sync.ts';

/** That something has happened at Stripe, told by a webhook or found by the nightly job. */
export type Signal = Parsed<'billing.webhook'>;

/**
 * Does what a signal asks for, however often and in whatever order signals come. It is over when everything is
 * written; whatever is thrown before asks for the signal to come again.
 *
 * @returns false where there was nothing to do, or where it was done before
 */
export async function follow(signal: Signal): Promise<boolean> {
  if (!isWebhookEvent(signal.type) || (await isDone(signal.id))) return false;
  if (signal.type === 'setup_intent.succeeded') await activate(signal.objectId);
  if (signal.type === 'invoice.paid') await recordRevenue(signal.objectId);
  if (signal.type === 'setup_intent.setup_failed') await countRefusedCard(signal.objectId, signal.id);
  const customerId = (await followReversal(signal)) ?? signal.customerId;
  if (customerId) await followCustomer(signal, customerId);
  await remember(signal.id);
  return true;
}

/** @returns whose payment went back; undefined for other signals */
async function followReversal({ type, objectId, happenedAt }: Signal): Promise<string | undefined> {
  if (type === 'charge.refunded') return followRefund(objectId);
  if (type === 'charge.dispute.created') return followDispute(objectId);
  if (type === 'charge.dispute.closed') return followDispute(objectId, happenedAt);
  return undefined;
}

/** Customers of other products in the same Stripe account are not ours to follow. */
async function followCustomer({ type, isNewCard }: Signal, customerId: string): Promise<void> {
  const owner = await ownerOf(customerId);
  if (!owner) return;
  if (isEnding(type)) await finishCancellations(customerId);
  if (isNewCard) await collectDebts(customerId);
  const { purchase } = owner;
  // Its payment was confirmed, or was not in time.
  if (purchase?.state === 'confirmation_needed' && purchase.setupIntentId)
    await activate(purchase.setupIntentId);
  await syncSubscription(userIdOf(owner), customerId);
  if (type === 'customer.deleted') await forgetCustomer(userIdOf(owner), customerId);
}

/** A cancellation, or a failed payment of a subscription that was cancelled before, shows as one of these. */
function isEnding(type: string): boolean {
  return ['customer.deleted', 'customer.subscription.deleted', 'customer.subscription.updated'].includes(
    type,
  );
}

async function isDone(eventId: string): Promise<boolean> {
  return (await readItem(usersTable(), eventKey(eventId))) !== undefined;
}

/** Stripe repeats events for some days, and its list of them goes back 30. */
async function remember(eventId: string): Promise<void> {
  const item: EventItem = {
    ...eventKey(eventId),
    expiresAt: Math.floor(Date.now() / 1_000) + 30 * 86_400,
  };
  await putItem(usersTable(), item);
}

function eventKey(id: string) {
  return { pk: `EVENT#${id}`, sk: 'EVENT' } as const;
}
