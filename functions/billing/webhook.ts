import { webhook } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { follow } from './signals.ts';
import { readSignedEvent } from './signed-event.ts';

/** Stripe says that something has happened. It is told that it was heard when everything is done and written. */
export const handler = endpoint(
  'billing.webhook',
  webhook,
  async (signal) => {
    await follow(signal);
    return {};
  },
  { readBody: readSignedEvent },
);
