import { createRandomToken } from '../account/account.ts';
import { apiVersion } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { flag, list, oneOf, required, text } from '../parameters.ts';
import { type Route, route } from '../route.ts';

export const webhookEndpointRoutes: readonly Route[] = [
  route(
    'POST /v1/webhook_endpoints',
    { api_version: oneOf(apiVersion), enabled_events: required(list), url: required(text) },
    ({ account, params }) =>
      account.create('webhook_endpoint', { ...params, secret: createWebhookSecret(), status: 'enabled' }),
  ),
  route('GET /v1/webhook_endpoints', {}, ({ account }) => ({
    object: 'list',
    data: account.all('webhook_endpoint').map(omitSecret),
  })),
  route(
    'POST /v1/webhook_endpoints/{id}',
    { disabled: flag, enabled_events: list },
    ({ account, id, params: { disabled, enabled_events } }) => {
      const endpoint = account.get('webhook_endpoint', id);
      const status = disabled ? 'disabled' : 'enabled';
      account.change('webhook_endpoint', endpoint, {
        enabled_events,
        ...(disabled !== undefined && { status }),
      });
      return omitSecret(endpoint);
    },
  ),
  route('DELETE /v1/webhook_endpoints/{id}', {}, ({ account, id }) => {
    account.remove('webhook_endpoint', account.get('webhook_endpoint', id).id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];

export function createWebhookSecret(): string {
  return `whsec_${createRandomToken(32)}`;
}

function omitSecret({ secret, ...endpoint }: Objects['webhook_endpoint']) {
  return endpoint;
}
