import { webhook } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { webhookFollowed } from '../telemetry/events.ts';
import { follow } from './events/signals.ts';
import { readSignedEvent } from './events/signed-event.ts';

/** Follows a Stripe event, and acknowledges it once everything is written. */
export const handler = endpoint(
  'billing.webhook',
  webhook,
  async (signal, { requestId }) => {
    if (await follow(signal)) {
      webhookFollowed({ requestId, type: signal.type, lagMs: Math.max(0, Date.now() - signal.happenedAt) });
    }
    return {};
  },
  { readBody: readSignedEvent },
);
