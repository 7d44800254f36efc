import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentKeys } from '../../../functions/billing/payment-keys.ts';
import type { Account } from './account/account.ts';
import { createRandomToken } from './account/account.ts';
import { apiVersion } from './account/events.ts';
import type { Objects } from './account/objects.ts';
import { invalid, noSuch, notModelled, StripeFault } from './faults.ts';
import { findAnswer, rememberAnswer, type StoredAnswer } from './idempotency.ts';
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
  const keys = account.recall<ApiKeys>('keys') ?? { secretKey: newKey('sk'), publishableKey: newKey('pk') };
  account.remember('keys', keys);
  return keys;
}

/** A call runs synchronously, so calls never interleave. @param commit writes changes and delivers their events */
export function createApi(account: Account, keys: ApiKeys, commit: () => Promise<void>) {
  return async (request: ApiRequest) => {
    const answer = account.at(account.now(), () => perform(account, keys, request));
    await commit();
    const headers = {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': account.createId('req'),
      'stripe-version': apiVersion,
    };
    return { ...answer, headers };
  };
}

function perform(account: Account, keys: ApiKeys, request: ApiRequest): StoredAnswer {
  const { method, url, headers } = request;
  return toAnswer(() => {
    const [path = '', query] = url.split('?', 2);
    const params = [...new URLSearchParams(method === 'POST' ? request.body : query)];
    const isBrowser = readCaller(keys, headers) === 'browser';
    if (isBrowser) checkBrowserCall(params);
    checkHeaders(headers);
    const execute = () => toAnswer(() => run(account, { method, path, params, isBrowser }));
    const key = headers['idempotency-key'];
    if (method !== 'POST' || typeof key !== 'string') return execute();
    const described = JSON.stringify([path, params.toSorted()]);
    const known = findAnswer(account, key, described);
    if (known) return known;
    const answer = execute();
    // A call that was refused before it did anything may be repeated with the same key.
    const isDone = answer.status < 400 || answer.status === 402 || account.hasChanged();
    if (isDone) rememberAnswer(account, key, described, answer);
    return answer;
  });
}

function toAnswer(execute: () => StoredAnswer): StoredAnswer {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    const { setup_intent, ...others } = error.body;
    const shown = setup_intent && hideFromBrowser(setup_intent);
    return { status: error.status, body: JSON.stringify({ error: { ...others, setup_intent: shown } }) };
  }
}

function readCaller(keys: ApiKeys, { authorization = '' }: IncomingHttpHeaders): 'owner' | 'browser' {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (key === keys.secretKey) return 'owner';
  if (key === keys.publishableKey) return 'browser';
  // It may be a real key, sent here by mistake: the message goes to logs.
  const message = key ? 'Invalid API Key provided.' : 'You did not provide an API key.';
  throw new StripeFault(401, { type: 'invalid_request_error', message });
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

function run(account: Account, { method, path, params, isBrowser }: Call): StoredAnswer {
  const { route, id } = findRoute(method, path);
  const form = new Form(params);
  const expanded = list(form, 'expand') ?? [];
  const isPaged = method === 'GET' && !route.path.includes('{id}');
  const paging = isPaged ? { limit: integer(form, 'limit'), after: text(form, 'starting_after') } : {};
  const result = route.run(account, id, form);
  const isList = result.object === 'list';
  const answer = structuredClone(isList ? cutPage(account, result as Listing, paging, path) : result);
  for (const name of expanded) expand(account, route, answer, name);
  return { status: 200, body: JSON.stringify(isBrowser ? hideFromBrowser(answer) : answer, null, 2) };
}

/** The last object of the previous page may be gone. */
function cutPage(
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

function expand(account: Account, { expands = '' }: Route, answer: object, name: string): void {
  const isList = 'data' in answer && Array.isArray(answer.data);
  if (name !== (isList ? `data.${expands}` : expands))
    throw notModelled(`the expansion of ${name}`, 'expand');
  const objects = (isList ? answer.data : [answer]) as Record<string, unknown>[];
  for (const each of objects) {
    const id = each[expands];
    if (typeof id !== 'string') continue;
    const found = account.find(expands as keyof Objects, id) ?? account.find('deleted_customer', id);
    each[expands] = structuredClone(found);
  }
}

/** A browser needs an intent's secret: its calls check the secret, and others do not take it. */
function checkBrowserCall(params: [string, string][]): void {
  if (params.some(([name]) => name === 'client_secret')) return;
  throw new StripeFault(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

/** Visitors can read what their browser receives. */
function hideFromBrowser(answer: object): object {
  const { customer, metadata, ...shown } = answer as Record<string, unknown>;
  return shown;
}
