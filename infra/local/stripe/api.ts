import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentKeys } from '../../../functions/billing/payment-keys.ts';
import { daySeconds } from '../../../shared/dates.ts';
import type { Account } from './account/account.ts';
import { createRandomToken } from './account/account.ts';
import { apiVersion } from './account/events.ts';
import { invalid, noSuch, notModelled, StripeError } from './errors.ts';
import { Form, integer, list, text } from './parameters.ts';
import type { Listing, Route } from './route.ts';
import { findRoute } from './routes.ts';

export type ApiKeys = Omit<PaymentKeys, 'webhookSecret'>;

interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export function readKeys(account: Account): ApiKeys {
  const newKey = (kind: string) => `${kind}_test_${createRandomToken(24)}`;
  const keys = account.readNote<ApiKeys>('keys') ?? { secretKey: newKey('sk'), publishableKey: newKey('pk') };
  account.writeNote('keys', keys);
  return keys;
}

/** A call runs synchronously, so calls never interleave. @param commit writes changes and delivers their events */
export function createApi(account: Account, keys: ApiKeys, commit: () => Promise<void>) {
  return async (request: ApiRequest) => {
    const response = account.runAt(account.now(), () => perform(account, keys, request));
    await commit();
    const headers = {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': account.createId('req'),
      'stripe-version': apiVersion,
    };
    return { ...response, headers };
  };
}

function perform(account: Account, keys: ApiKeys, request: ApiRequest): StoredResponse {
  const { method, url, headers } = request;
  return toResponse(() => {
    const [path = '', query] = url.split('?', 2);
    const params = [...new URLSearchParams(method === 'POST' ? request.body : query)];
    const isBrowser = readCaller(keys, headers) === 'browser';
    if (isBrowser) checkBrowserCall(params);
    checkHeaders(headers);
    const execute = () => toResponse(() => run(account, { method, path, params, isBrowser }));
    const key = headers['idempotency-key'];
    if (method !== 'POST' || typeof key !== 'string') return execute();
    const note = `idempotency:${key}`;
    const fingerprint = JSON.stringify([path, params.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
    const known = account.readNote<StoredCall>(note);
    if (known && account.now() < known.at + daySeconds) {
      if (known.fingerprint === fingerprint) return known.response;
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: `The key '${key}' was first used with another endpoint or other parameters. Use another key.`,
      });
    }
    const response = execute();
    // A call that changed nothing may be repeated with the same key.
    const hasEffect = response.status < 400 || response.status === 402 || account.hasChanged();
    if (hasEffect) account.writeNote(note, { at: account.now(), fingerprint, response } satisfies StoredCall);
    return response;
  });
}

interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

type StoredCall = { readonly at: number; readonly fingerprint: string; readonly response: StoredResponse };

function toResponse(execute: () => StoredResponse): StoredResponse {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { setup_intent, ...others } = error.body;
    const shown = setup_intent && hideFromBrowser(setup_intent);
    return { status: error.status, body: JSON.stringify({ error: { ...others, setup_intent: shown } }) };
  }
}

function readCaller(keys: ApiKeys, { authorization = '' }: IncomingHttpHeaders): 'owner' | 'browser' {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (key === keys.secretKey) return 'owner';
  if (key === keys.publishableKey) return 'browser';
  // Not quoted: it may be a real key, and the message is logged.
  const message = key ? 'Invalid API Key provided.' : 'You did not provide an API key.';
  throw new StripeError(401, { type: 'invalid_request_error', message });
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  const { 'stripe-version': version = apiVersion } = headers;
  if (version !== apiVersion) throw notModelled(`the API version ${version}, only ${apiVersion}`);
  for (const name of ['stripe-account', 'stripe-context']) {
    if (headers[name] !== undefined) throw notModelled(`the header ${name}`);
  }
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly params: [string, string][];
  readonly isBrowser: boolean;
}

function run(account: Account, { method, path, params, isBrowser }: Call): StoredResponse {
  const { route, id } = findRoute(method, path);
  const form = new Form(params);
  const expanded = list(form, 'expand') ?? [];
  const isPaged = method === 'GET' && !route.path.includes('{id}');
  const paging = isPaged ? { limit: integer(form, 'limit'), after: text(form, 'starting_after') } : {};
  const result = route.run(account, id, form);
  const isList = result.object === 'list';
  const body = structuredClone(isList ? paginate(account, result as Listing, paging, path) : result);
  for (const name of expanded) expand(account, route, body, name);
  return { status: 200, body: JSON.stringify(isBrowser ? hideFromBrowser(body) : body, null, 2) };
}

/** Works even if the previous page's last object was deleted. */
function paginate(
  account: Account,
  { data }: Listing,
  { limit = 10, after }: { limit?: number | undefined; after?: string | undefined },
  url: string,
): object {
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100.', 'limit');
  const last = after === undefined ? Number.POSITIVE_INFINITY : account.getNumber(after);
  if (last === 0) throw noSuch('object', after ?? '', 'starting_after');
  const rest = data.toReversed().filter(({ id }) => account.getNumber(id) < last);
  return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

function expand(account: Account, { expandable }: Route, body: object, name: string): void {
  const isList = 'data' in body && Array.isArray(body.data);
  const path = isList ? name.replace(/^data\./, '') : name;
  const kind = expandable[path];
  if (!kind) throw notModelled(`the expansion of ${name}`, 'expand');
  const objects = (isList ? body.data : [body]) as Record<string, unknown>[];
  const [field = '', ...parents] = path.split('.').toReversed();
  for (const each of objects) {
    const holder = parents.reduceRight((object, parent) => object[parent] as typeof each, each);
    const id = holder[field];
    if (typeof id !== 'string') continue;
    const found = account.find(kind, id) ?? account.find('deleted_customer', id);
    holder[field] = structuredClone(found);
  }
}

/** Only routes that check an intent's client secret accept one. */
function checkBrowserCall(params: [string, string][]): void {
  if (params.some(([name]) => name === 'client_secret')) return;
  throw new StripeError(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

/** Visitors can read what their browser receives. */
function hideFromBrowser(object: object): object {
  const { customer, metadata, ...shown } = object as Record<string, unknown>;
  return shown;
}
