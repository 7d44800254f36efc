import { setTimeout as wait } from 'node:timers/promises';
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ContractOf, Output, Parsed } from '../shared/api/contract.ts';
import type { EndpointRow } from '../shared/api/endpoint.ts';
import type { ErrorBody, ErrorCode } from '../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';
import { requireVariable } from './environment.ts';
import { InternalFault, ProductError, RequestTimeout } from './errors.ts';
import { isTimeout } from './providers/ask.ts';
import { type BodyReader, parseInput, readJson } from './request/body.ts';
import { type CallerOf, findCaller } from './request/caller.ts';
import { type Cookies, readCookies } from './request/cookies.ts';
import { requireEdge, requireSameOrigin } from './request/origin.ts';
import { logAnswered, logFaulted } from './telemetry/events.ts';

/** Makes a Lambda handler from a function that never sees status codes or headers. */
export function endpoint<Id extends EndpointId>(
  id: Id,
  contract: ContractOf<Id>,
  handle: (input: Parsed<Id>, caller: CallerOf<Id>) => Promise<Output<Id>>,
  options: { readBody?: BodyReader } = {},
) {
  const row: EndpointRow = endpoints[id];
  return middy<Event, Result, Error, RequestContext, Internal>({
    timeoutEarlyInMillis: earlyMs,
    timeoutEarlyResponse: async () => {
      await wait(giveBackMs);
      throw new RequestTimeout(id);
    },
  })
    .use(sendCookies())
    .use(respondToErrorsAndLog(id))
    .before(({ event }) => requireEdge(event))
    .before(({ event }) => {
      // Stripe's servers sign their requests; the $default route changes nothing.
      if (row.access !== 'stripe' && row.method !== 'ANY') requireSameOrigin(event);
    })
    .handler(async (event: Event, context: RequestContext, { signal }) => {
      const cookies = readCookies(event, requireVariable('SITE_ORIGIN'));
      context.cookies = cookies;
      try {
        const caller = (await findCaller(row, event, cookies, signal)) as CallerOf<Id>;
        const input = await parseInput(row, contract.input, event, options.readBody ?? readJson);
        return buildResponse(row, await handle(input as Parsed<Id>, caller));
      } catch (error) {
        throw asTimeout(error, id, signal);
      }
    });
}

/** `caller.signal` aborts this long before the end, to leave time to return what was reserved, log and answer. */
const earlyMs = 500;
/** The part of it for returning what was reserved: Lambda freezes a function that has answered. */
const giveBackMs = 250;

function asTimeout(error: unknown, id: EndpointId, signal: AbortSignal): unknown {
  const isLate = !(error instanceof ProductError) && (signal.aborted || isTimeout(error));
  return isLate ? new RequestTimeout(id, { cause: error }) : error;
}

function respondToErrorsAndLog(
  id: EndpointId,
): MiddlewareObj<Event, Result, Error, RequestContext, Internal> {
  const finish = ({ event, internal }: Request, status: number, code?: ErrorCode) =>
    logAnswered({
      requestId: event.requestContext.requestId,
      endpoint: id,
      status,
      code,
      durationMs: Math.round(performance.now() - (internal.startedAt ?? performance.now())),
    });
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now();
    },
    after: (request) => finish(request, request.response?.statusCode ?? 200),
    onError: (request) => {
      const { event, error } = request;
      const requestId = event.requestContext.requestId;
      request.response = buildErrorResponse(id, error, requestId);
      const status = request.response.statusCode ?? 500;
      if (status >= 500) logFaulted({ requestId, endpoint: id, error });
      finish(request, status, error instanceof ProductError ? error.code : 'internal');
    },
  };
}

/** Errors send cookies too, to clear invalid ones or to identify a new guest. */
function sendCookies(): MiddlewareObj<Event, Result, Error, RequestContext, Internal> {
  const send = ({ context, response }: Request) => {
    const changes = context.cookies?.listChanges() ?? [];
    if (response && changes.length > 0) response.cookies = changes;
  };
  return { after: send, onError: send };
}

function buildResponse(row: EndpointRow, output: unknown): Result {
  if (row.produces === 'redirect') {
    const { location } = output as { location: string };
    return { statusCode: 302, headers: { 'cache-control': 'no-store', location }, body: '' };
  }
  const headers = {
    'cache-control': row.cacheSeconds ? `public, max-age=${row.cacheSeconds}` : 'no-store',
    'content-type': contentTypes[row.produces ?? 'json'],
  };
  if (output instanceof Uint8Array) {
    return { statusCode: 200, headers, body: Buffer.from(output).toString('base64'), isBase64Encoded: true };
  }
  return { statusCode: 200, headers, body: typeof output === 'string' ? output : JSON.stringify(output) };
}

const contentTypes = {
  json: 'application/json; charset=utf-8',
  'audio/mpeg': 'audio/mpeg',
  'text/html': 'text/html; charset=utf-8',
};

function buildErrorResponse(id: EndpointId, error: unknown, requestId: string): Result {
  const publicError = error instanceof ProductError ? error : new InternalFault(id);
  const body: ErrorBody = {
    error: publicError.message,
    code: publicError.code,
    requestId,
    reason: publicError.refusal.reason,
    values: publicError.refusal.values,
    cost: publicError.cost,
    ...(publicError.retryAt !== undefined && { retryAt: publicError.retryAt }),
    ...(publicError.issues && { issues: publicError.issues }),
  };
  return {
    statusCode: publicError.status,
    headers: {
      ...publicError.headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(body),
  };
}

type Event = APIGatewayProxyEventV2;
type Request = middy.Request<Event, Result, Error, RequestContext, Internal>;
type Internal = { startedAt?: number };
type Result = APIGatewayProxyStructuredResultV2;

/** The handler finds the cookies; the middleware sends their changes, also with an error. */
export interface RequestContext extends Context {
  cookies?: Cookies;
}
