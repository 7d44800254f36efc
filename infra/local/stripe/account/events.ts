import { daySeconds } from '../../../../shared/dates.ts';
import { isWebhookEvent } from '../../../../shared/webhook-events.ts';
import { flag, list } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import type { Account } from './account.ts';
import type { Objects, StripeObject } from './objects.ts';

/** The SDK's version, and the only one that is modelled. */
export const apiVersion = '2026-10-28.endive';

export const eventRoutes: readonly Route[] = [
  route('GET /v1/events', { types: list, delivery_success: flag }, ({ account, params }) => ({
    object: 'list',
    data: account
      .all('event')
      .filter(({ created }) => created > account.now() - 30 * daySeconds)
      .filter(({ type }) => params.types?.includes(type) ?? true)
      // `false` includes events that are still being delivered.
      .filter(({ pending_webhooks: left }) => (params.delivery_success ?? left === 0) === (left === 0)),
  })),
];

/** Creates an event for the webhook endpoints. @param previous the changed fields' former values */
export function emit(
  account: Account,
  type: string,
  object: StripeObject,
  previous?: Record<string, unknown>,
): void {
  if (!isWebhookEvent(type)) throw new Error(`${type} is not in shared/webhook-events.ts.`);
  account.create('event', {
    api_version: apiVersion,
    data: structuredClone({ object, ...(previous && { previous_attributes: previous }) }),
    pending_webhooks: findEndpoints(account, type).length,
    type,
  });
}

export function findEndpoints(account: Account, type: string): Objects['webhook_endpoint'][] {
  return account
    .all('webhook_endpoint')
    .filter(({ status, enabled_events: types }) => status === 'enabled' && types.includes(type));
}
