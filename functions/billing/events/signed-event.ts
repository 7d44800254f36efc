import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { InvalidRequest } from '../../errors.ts';
import { readBodyBytes } from '../../request/body.ts';
import { logWebhookRefused } from '../../telemetry/events.ts';
import { type Refusal, say } from '../../texts.ts';
import { getPaymentKeys, type PaymentKeys, readNewKeys } from '../payment-keys.ts';
import { isLiveModeKey, readId } from '../stripe.ts';
import type { ReceivedEvent } from './handle-event.ts';

/** If the signature does not match, the secret may have been rotated, so it is read again. */
export async function readSignedEvent(request: APIGatewayProxyEventV2): Promise<ReceivedEvent> {
  const keys = await getPaymentKeys();
  const body = readBodyBytes(request);
  const signature = request.headers['stripe-signature'] ?? '';
  const read = verify(keys, body, signature) ?? verify(await readNewKeys(keys), body, signature);
  if (!read) throw refuseEvent('signature', say('wrongSignature'));
  const { event, isLiveMode } = read;
  if (event?.livemode !== isLiveMode) throw refuseEvent('mode', say('wrongMode'));
  return toReceivedEvent(event);
}

/** Takes ids only: the event's data may be outdated when it arrives. */
export function toReceivedEvent(event: Stripe.Event): ReceivedEvent {
  const subject = (event.data?.object ?? {}) as { id?: unknown; customer?: unknown };
  const objectId = readId(subject.id);
  if (!objectId) throw refuseEvent('shape', say('noEventObject'));
  const isCustomer = /^customer\.(created|updated|deleted)$/.test(event.type);
  return {
    id: event.id,
    type: event.type,
    happenedAt: event.created * 1_000,
    objectId,
    customerId: isCustomer ? objectId : (readId(subject.customer) ?? null),
    changesDefaultCard:
      event.type === 'customer.updated' && Boolean(event.data.previous_attributes?.invoice_settings),
  };
}

function verify(keys: PaymentKeys | undefined, body: Buffer, signature: string) {
  if (!keys) return undefined;
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, keys.webhookSecret);
    return { event, isLiveMode: isLiveModeKey(keys) };
  } catch {
    return undefined;
  }
}

function refuseEvent(why: Parameters<typeof logWebhookRefused>[0]['why'], message: Refusal): InvalidRequest {
  logWebhookRefused({ why });
  return new InvalidRequest([{ path: '', message }]);
}
