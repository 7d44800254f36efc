import type { AccountEvent, ApiCall, Listing, Route } from './account.ts';
import { readWords } from './form.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  noSuch,
  readBoolean,
  readParameters,
} from './parameters.ts';

export const eventRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/events', run: listEvents },
  { method: 'GET', path: '/v1/events/{id}', run: retrieveEvent },
];

/** `delivery_success` is false of what is still on its way too. */
function listEvents({ account, params }: ApiCall): Listing {
  const { types: several, ...rest } = params;
  const types = readWords(several, 'types');
  const given = readParameters(rest, ['type', 'delivery_success', ...createdParameters]);
  if (types && given.type !== undefined) {
    throw invalid('You may only specify one of these parameters: type, types.', 'types');
  }
  if (types && types.length > 20) throw invalid('You can list up to 20 types.', 'types');
  const wanted = types ?? (given.type === undefined ? undefined : [given.type]);
  const isDelivered = readBoolean(given.delivery_success, 'delivery_success');
  const data = account
    .all('event')
    .filter(({ type }) => wanted?.some((each) => isLike(type, each)) ?? true)
    .filter(({ pending_webhooks }) => isDelivered === undefined || (pending_webhooks === 0) === isDelivered)
    .filter(({ created }) => isCreatedWithin(created, given));
  return { object: 'list', data: data.toReversed() };
}

function retrieveEvent({ account, path: { id = '' }, params }: ApiCall): AccountEvent {
  readParameters(params, []);
  const event = account.find('event', id);
  if (!event) throw noSuch('event', id);
  return event;
}

/** `setup_intent.*` is any of them. */
function isLike(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
