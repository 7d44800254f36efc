import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { listMethods, matchPath } from '../../../shared/api/path.ts';
import { needs } from '../../aws/stack/needs.ts';
import { createContext, createEvent } from './event.ts';
import { readBody, readPath, sendJson } from './request.ts';
import { runAs } from './running-function.ts';

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Serves `/api/…` as API Gateway and Lambda do, with their limits. */
export function createGateway(loadHandler: LoadHandler, originSecret: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, gatewayPayloadBytes);
    if (!body) return sendJson(response, 413, { message: 'Request Entity Too Large' });
    const { id, pathParameters } = findRoute(request);
    const event = createEvent(request, body, endpoints[id], pathParameters, originSecret);
    if (exceedsPayload(event)) return sendJson(response, 413, { message: 'Request Entity Too Large' });
    const result = await invoke(id, loadHandler, event);
    if (result === 'failed') return sendJson(response, 500, { message: 'Internal Server Error' });
    if (result === 'timed-out') return sendJson(response, 503, { message: 'Service Unavailable' });
    send(response, result, request.method === 'HEAD');
  };
}

type LoadHandler = (id: EndpointId) => Promise<Handler>;

const gatewayPayloadBytes = 10 * 1024 * 1024;
/** Lambda's limit for a synchronous invocation, in either direction. */
const lambdaPayloadBytes = 6 * 1024 * 1024;
const gatewayTimeoutMs = 30_000;

/** Exact paths come first; `$default` matches the rest. */
function findRoute(request: IncomingMessage): { id: EndpointId; pathParameters: Record<string, string> } {
  const path = readPath(request);
  for (const id of routesBySpecificity) {
    const row = endpoints[id];
    const pathParameters = listMethods(row).includes(request.method ?? 'GET') && matchPath(row.path, path);
    if (pathParameters) return { id, pathParameters };
  }
  return { id: 'system.not-found', pathParameters: {} };
}

const routesBySpecificity = [...endpointIds].sort(
  (a, b) => Number(endpoints[a].path.includes('{')) - Number(endpoints[b].path.includes('{')),
);

function exceedsPayload(message: object): boolean {
  return Buffer.byteLength(JSON.stringify(message)) > lambdaPayloadBytes;
}

async function invoke(id: EndpointId, loadHandler: LoadHandler, event: APIGatewayProxyEventV2) {
  const functionMs = needs[id].timeoutSeconds * 1_000;
  const timer = Promise.withResolvers<'failed' | 'timed-out'>();
  const timeout = setTimeout(
    () => timer.resolve(functionMs < gatewayTimeoutMs ? 'failed' : 'timed-out'),
    Math.min(functionMs, gatewayTimeoutMs),
  );
  try {
    const handler = await loadHandler(id);
    const result = await Promise.race([
      runAs(id, () => handler(event, createContext(id, functionMs))),
      timer.promise,
    ]);
    return typeof result === 'object' && exceedsPayload(result) ? 'failed' : result;
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timeout);
  }
}

function send(response: ServerResponse, result: APIGatewayProxyStructuredResultV2, isHead: boolean): void {
  response.statusCode = result.statusCode ?? 200;
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value));
  if (result.cookies) response.setHeader('set-cookie', result.cookies);
  const text = result.body ?? '';
  const body = result.isBase64Encoded ? Buffer.from(text, 'base64') : text;
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(isHead ? undefined : body);
}
