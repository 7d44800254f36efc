import type { Account, ApiCall, DeletedObject, Listing, Objects, Route } from './account.ts';
import { apiVersion } from './event.ts';
import { readWords } from './form.ts';
import { lettersAndDigits } from './open-account.ts';
import { invalid, mergeMetadata, noSuch, readBoolean, readParameters, readWord } from './parameters.ts';

export const webhookEndpointRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', run: createEndpoint },
  { method: 'GET', path: '/v1/webhook_endpoints', run: listEndpoints },
  { method: 'GET', path: '/v1/webhook_endpoints/{id}', run: retrieveEndpoint },
  { method: 'POST', path: '/v1/webhook_endpoints/{id}', run: updateEndpoint },
  { method: 'DELETE', path: '/v1/webhook_endpoints/{id}', run: deleteEndpoint },
];

type Endpoint = Objects['webhook_endpoint'];

/** Only this answer shows the secret. */
function createEndpoint({ account, params }: ApiCall): Endpoint {
  const { enabled_events, ...rest } = params;
  const events = readEvents(enabled_events);
  const given = readParameters(rest, ['url', 'description', 'api_version', 'metadata']);
  if (!events)
    throw invalid('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing');
  if (!given.url) throw invalid('Missing required param: url.', 'url', 'parameter_missing');
  readWord(given.api_version, 'api_version', [apiVersion]);
  const endpoint: Endpoint = {
    id: account.newId('we'),
    object: 'webhook_endpoint',
    api_version: given.api_version ?? null,
    application: null,
    created: account.now(),
    description: given.description || null,
    enabled_events: events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    secret: `whsec_${lettersAndDigits(32)}`,
    status: 'enabled',
    url: readUrl(given.url),
  };
  account.save('webhook_endpoint', endpoint);
  return endpoint;
}

function listEndpoints({ account, params }: ApiCall): Listing {
  readParameters(params, []);
  return { object: 'list', data: account.all('webhook_endpoint').map(withoutSecret).toReversed() };
}

function retrieveEndpoint({ account, path, params }: ApiCall) {
  readParameters(params, []);
  return withoutSecret(endpointBy(account, path.id));
}

function updateEndpoint({ account, path, params }: ApiCall) {
  const { enabled_events, ...rest } = params;
  const events = readEvents(enabled_events);
  const given = readParameters(rest, ['url', 'description', 'disabled', 'metadata']);
  const endpoint = endpointBy(account, path.id);
  const isDisabled = readBoolean(given.disabled, 'disabled');
  Object.assign(endpoint, {
    ...(events && { enabled_events: events }),
    ...(given.url !== undefined && { url: readUrl(given.url) }),
    ...(given.description !== undefined && { description: given.description || null }),
    ...(isDisabled !== undefined && { status: isDisabled ? 'disabled' : 'enabled' }),
    metadata: mergeMetadata(endpoint.metadata, params.metadata),
  });
  account.save('webhook_endpoint', endpoint);
  return withoutSecret(endpoint);
}

function deleteEndpoint({ account, path, params }: ApiCall): DeletedObject {
  readParameters(params, []);
  const { id } = endpointBy(account, path.id);
  account.remove('webhook_endpoint', id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

function withoutSecret({ secret, ...endpoint }: Endpoint): Omit<Endpoint, 'secret'> {
  return endpoint;
}

function readEvents(value: unknown): string[] | undefined {
  const events = readWords(value, 'enabled_events');
  const wrong = events?.find((type) => !/^(\*|[a-z_]+(\.[a-z_]+)+)$/.test(type));
  if (wrong !== undefined) throw invalid(`Invalid enabled_events: ${wrong}`, 'enabled_events');
  return events;
}

function readUrl(url: string): string {
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (!isWeb)
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url', 'url_invalid');
  return url;
}

function endpointBy(account: Account, id = ''): Endpoint {
  const endpoint = account.find('webhook_endpoint', id);
  if (!endpoint) throw noSuch('webhook endpoint', id);
  return endpoint;
}
