import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Handler } from '../../../infra/local/gateway/gateway.ts';
import { runAs } from '../../../infra/local/gateway/running-function.ts';
import type { JobHandler } from '../../../infra/local/jobs.ts';
import { endpointIds, endpoints } from '../../../shared/api/index.ts';
import { listMethods } from '../../../shared/api/path.ts';
import type { JobName } from '../../../shared/jobs.ts';
import { expectPromised } from './contracts.ts';
import { finishes } from './unfinished.ts';

/** The origin that `apiEvent` requests come from, and that handlers under test must have as `SITE_ORIGIN`. */
export const siteOrigin = 'https://parley.example';

/** The edge's proof of origin. */
export const originSecret = 'origin-secret-of-the-tests';

/** The environment of functions under test. */
export const functionEnvironment = {
  SITE_ORIGIN: siteOrigin,
  USERS_TABLE: 'users',
  USAGE_TABLE: 'usage',
  BUILDS_TABLE: 'builds',
  SPEECH_TABLE: 'speech',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

/**
 * An event of API Gateway's HTTP API, payload 2.0, as a browser's request from our own page through the edge
 * makes it: header names in lower case, no field that API Gateway would leave out.
 *
 * @param request.body a string is sent unchanged, bytes as base64, any other value as JSON with its
 * content type
 * @param request.headers are added to those of a same-origin request; `undefined` takes one away
 * @param request.route the row's path, where it differs from the request's (`/api/translations/{id}`)
 */
export function apiEvent(request: ApiRequest): APIGatewayProxyEventV2 {
  const { method, path, query, pathParameters, route = path, sourceIp = '203.0.113.7' } = request;
  const { stageVariables = { originSecret } } = request;
  const { body, isBase64Encoded, contentType, bytes } = encodeBody(request.body);
  const headers = withoutUndefined({
    accept: '*/*',
    host: 'api.parley.example',
    'user-agent': userAgent,
    'x-origin-secret': originSecret,
    'x-forwarded-for': sourceIp,
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    'sec-fetch-site': 'same-origin',
    origin: siteOrigin,
    ...(contentType && { 'content-type': contentType }),
    ...(body !== undefined && { 'content-length': `${bytes}` }),
    ...lowerCase(request.headers ?? {}),
  });
  const routeKey = route === '$default' ? route : `${method} ${route}`;
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(request.cookies && { cookies: request.cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: 'api.parley.example',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(pathParameters && { pathParameters }),
    stageVariables,
    ...(body !== undefined && { body }),
    isBase64Encoded,
  };
}

/** The context of a Lambda invocation that has `timeoutMs` left to run, counted from now. */
export function lambdaContext(timeoutMs = 20_000): Context {
  const endsAt = performance.now() + timeoutMs;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'parley-test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:parley-test',
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: '/aws/lambda/parley-test',
    logStreamName: '2026/11/20/[$LATEST]0123456789abcdef',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
    done: neverCalled,
    fail: neverCalled,
    succeed: neverCalled,
  };
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

function encodeBody(body: unknown): EncodedBody {
  if (body === undefined) return { isBase64Encoded: false };
  if (body instanceof Uint8Array) {
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true, bytes: body.byteLength };
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    body: text,
    isBase64Encoded: false,
    bytes: Buffer.byteLength(text),
    ...(typeof body !== 'string' && { contentType: 'application/json' }),
  };
}

function lowerCase(headers: Headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function withoutUndefined(headers: Headers) {
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return Object.fromEntries(given);
}

function neverCalled(): never {
  throw new Error('Handlers return promises; these belong to callbacks.');
}

type Headers = Record<string, string | undefined>;

interface EncodedBody {
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  /** Before base64. */
  readonly bytes?: number;
  readonly contentType?: string;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly route?: string;
  readonly query?: Record<string, string>;
  readonly pathParameters?: Record<string, string>;
  readonly headers?: Headers;
  readonly cookies?: string[];
  readonly body?: unknown;
  readonly stageVariables?: Record<string, string>;
  readonly sourceIp?: string;
}

/** Calls an endpoint's handler with the rights of its function, as the local system does, and checks its contract. */
export async function invoke(
  handler: Handler,
  event: APIGatewayProxyEventV2,
  context = lambdaContext(),
): Promise<APIGatewayProxyStructuredResultV2> {
  const [method = '', path] = event.routeKey.split(' ');
  const id = endpointIds.find(
    (each) => endpoints[each].path === path && listMethods(endpoints[each]).includes(method),
  );
  if (!id) return handler(event, context);
  const answer = await finishes(() => runAs(id, () => handler(event, context)));
  await expectPromised(id, answer);
  return answer;
}

/** Calls a job's handler with the rights of its function. */
export function runJob(name: JobName, handler: JobHandler, context = lambdaContext(900_000)): Promise<void> {
  return finishes(() => runAs(`jobs.${name}`, () => handler({}, context)));
}
