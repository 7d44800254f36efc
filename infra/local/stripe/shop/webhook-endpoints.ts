import { lettersAndDigits } from '../account/account.ts';
import { apiVersion } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { flag, list, oneOf, required, url } from '../parameters.ts';
import { type Route, route } from '../route.ts';

export const webhookEndpointRoutes: readonly Route[] = [
  route(
    'POST /v1/webhook_endpoints',
    { api_version: oneOf(apiVersion), enabled_events: required(list), url: required(url) },
    ({ account, given: { api_version = null, ...fields } }) => {
      const secret = `whsec_${lettersAndDigits(32)}`;
      return account.create('webhook_endpoint', { api_version, secret, status: 'enabled', ...fields });
    },
  ),
  route('GET /v1/webhook_endpoints', {}, ({ account }) => ({
    object: 'list',
    data: account.all('webhook_endpoint').map(withoutSecret),
  })),
  route('GET /v1/webhook_endpoints/{id}', {}, ({ account, id }) =>
    withoutSecret(account.get('webhook_endpoint', id)),
  ),
  route(
    'POST /v1/webhook_endpoints/{id}',
    { disabled: flag, enabled_events: list, url },
    ({ account, id, given: { disabled, enabled_events, url } }) => {
      const endpoint = account.get('webhook_endpoint', id);
      account.change('webhook_endpoint', endpoint, {
        ...(enabled_events && { enabled_events }),
        ...(url && { url }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
      });
      return withoutSecret(endpoint);
    },
  ),
  route('DELETE /v1/webhook_endpoints/{id}', {}, ({ account, id }) => {
    account.remove('webhook_endpoint', account.get('webhook_endpoint', id).id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];

/** Only the answer to the creation shows the secret. */
function withoutSecret({ secret, ...endpoint }: Objects['webhook_endpoint']) {
  return endpoint;
}
