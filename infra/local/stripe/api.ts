import type { IncomingHttpHeaders } from 'node:http';
import { type Listing, type Route, StripeFault } from './account.ts';
import { apiVersion } from './event.ts';
import { expand } from './expand.ts';
import { checkMetadata, parseForm } from './form.ts';
import { earlierAnswer, type KeyedCall, rememberAnswer } from './idempotency.ts';
import { type ApiKeys, callerOf } from './keys.ts';
import { cutPage, pagingParameters, readPaging } from './listing.ts';
import type { OpenAccount } from './open-account.ts';
import { invalid, notModelled } from './parameters.ts';
import { findRoute } from './routes.ts';

/** One request of HTTP. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Stripe's API. A call is carried out in one go, so that no two of them meet half-way, and is answered when what it has
 * changed is in the files.
 *
 * @param commit writes what was changed, and has its events delivered
 */
export function createApi(
  account: OpenAccount,
  keys: ApiKeys,
  commit: () => Promise<void>,
): (request: ApiRequest) => Promise<ApiAnswer> {
  return async (request) => {
    const requestId = account.newId('req');
    const answer = account.at(account.now(), () => perform(request, requestId), {
      id: requestId,
      idempotency_key: keyOf(request) ?? null,
    });
    await commit();
    return answer;
  };

  function perform(request: ApiRequest, requestId: string): ApiAnswer {
    try {
      const [path = '', query = ''] = request.url.split('?', 2);
      const { key: pageKey, ...params } = parametersOf(request, query);
      const caller = callerOf(keys, request.headers, pageKey);
      checkHeaders(request.headers);
      const carryOut = () => outcomeOf(() => run(request.method, path, params, caller), caller);
      const key = keyOf(request);
      if (key === undefined) return answerOf(requestId, carryOut());
      return once({ key, path, params }, requestId, carryOut);
    } catch (error) {
      return answerOf(requestId, faultOf(error, 'owner'));
    }
  }

  /** @throws StripeFault where the key belongs to another call */
  function once(call: KeyedCall, requestId: string, carryOut: () => Outcome): ApiAnswer {
    const headers = { 'idempotency-key': call.key };
    const earlier = earlierAnswer(account, call);
    if (earlier) {
      const replayed = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId };
      return answerOf(requestId, earlier, { ...headers, ...replayed });
    }
    const outcome = carryOut();
    // What was refused before anything was done may be tried again with the same key.
    const isDone = outcome.status < 400 || outcome.status === 402 || account.hasChanged();
    if (isDone) rememberAnswer(account, call, { requestId, ...outcome });
    return answerOf(requestId, outcome, headers);
  }

  function run(method: string, path: string, given: Params, caller: Caller): object {
    const found = findRoute(method, path);
    if (!found) throw notModelled(`${method} ${path}`);
    if (caller === 'page') checkPage(`${method} ${found.route.path}`, given);
    checkMetadata(given.metadata);
    const paging = readPaging(given);
    if (paging && method !== 'GET') throw notModelled('a page of what is no list');
    const params = without(given, ['expand', ...pagingParameters]);
    const result = found.route.run({ account, path: found.path, params });
    const isList = isListing(result);
    if (paging && !isList) throw notModelled('a page of what is no list');
    const answer = structuredClone(isList ? cutPage(account, result, paging, path) : result);
    expand(account, answer, given.expand);
    return caller === 'page' ? shownToPages(answer) : answer;
  }
}

type Caller = ReturnType<typeof callerOf>;

/** What a call came to. */
interface Outcome {
  readonly status: number;
  readonly body: string;
}

function outcomeOf(carryOut: () => object, caller: Caller): Outcome {
  try {
    return { status: 200, body: JSON.stringify(carryOut(), null, 2) };
  } catch (error) {
    return faultOf(error, caller);
  }
}

function faultOf(error: unknown, caller: Caller): Outcome {
  if (!(error instanceof StripeFault)) throw error;
  const { setup_intent, ...others } = error.body;
  const shown = setup_intent && (caller === 'page' ? shownToPages(setup_intent) : setup_intent);
  return {
    status: error.status,
    body: JSON.stringify({ error: { ...others, setup_intent: shown } }, null, 2),
  };
}

type Params = Readonly<Record<string, unknown>>;

function parametersOf({ method, headers, body }: ApiRequest, query: string): Params {
  if (method !== 'POST') return parseForm(query);
  const type = headers['content-type'] ?? '';
  if (body && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalid('The body must be of the type application/x-www-form-urlencoded.');
  }
  if (query) throw notModelled('a query beside a body');
  return parseForm(body);
}

/** Of POSTs only: others come to the same however often they are done. */
function keyOf({ method, headers }: ApiRequest): string | undefined {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' && key !== '' ? key : undefined;
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  const version = headers['stripe-version'];
  if (version !== undefined && version !== apiVersion) {
    throw notModelled(`the API version ${version}; only ${apiVersion} is`);
  }
  for (const name of ['stripe-account', 'stripe-context']) {
    if (headers[name] !== undefined) throw notModelled(`the header ${name}`);
  }
}

/** What a page may do: give a card to the intent whose secret it was told. */
function checkPage(call: string, { client_secret }: Params): void {
  if (!pageCalls.has(call)) {
    throw new StripeFault(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    });
  }
  if (typeof client_secret !== 'string') {
    throw invalid('Missing required param: client_secret.', 'client_secret', 'parameter_missing');
  }
}

const pageCalls = new Set([
  'GET /v1/payment_intents/{id}',
  'GET /v1/setup_intents/{id}',
  'POST /v1/setup_intents/{id}/confirm',
]);

function isListing(result: ReturnType<Route['run']>): result is Listing {
  return result.object === 'list';
}

/** Everybody can read a page. */
function shownToPages(answer: object): object {
  return without(answer, ['customer', 'metadata']);
}

function without(fields: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function answerOf(
  requestId: string,
  { status, body }: Outcome,
  headers: Readonly<Record<string, string>> = {},
): ApiAnswer {
  return {
    status,
    body,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...headers,
    },
  };
}
