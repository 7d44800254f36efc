import { webhook } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { logWebhookHandled } from '../telemetry/events.ts';
import { handleEvent } from './events/handle-event.ts';
import { readSignedEvent } from './events/signed-event.ts';

export const handler = endpoint(
  'billing.webhook',
  webhook,
  async (event, { requestId }) => {
    if (await handleEvent(event)) {
      logWebhookHandled({ requestId, type: event.type, lagMs: Math.max(0, Date.now() - event.happenedAt) });
    }
    return {};
  },
  { readBody: readSignedEvent },
);
