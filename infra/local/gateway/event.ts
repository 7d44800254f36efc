import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { EndpointRow } from '../../../shared/api/endpoint.ts';

export function createEvent(
  request: IncomingMessage,
  body: Buffer,
  row: EndpointRow,
  pathParameters: Record<string, string>,
  originSecret: string,
): APIGatewayProxyEventV2 {
  const [rawPath = '/', ...queries] = (request.url ?? '/').split('?');
  const rawQueryString = queries.join('?');
  const method = request.method ?? 'GET';
  const routeKey = row.path === '$default' ? '$default' : `${method} ${row.path}`;
  const headers = joinHeaders(request);
  headers['x-origin-secret'] = originSecret;
  const cookies = request.headers.cookie?.split(/;\s*/);
  const query = joinQuery(new URLSearchParams(rawQueryString));
  const isTextBody = isText(headers['content-type']);
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    stageVariables: { originSecret },
    ...(body.length > 0 && { body: body.toString(isTextBody ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isTextBody,
  };
}

export function createContext(id: string, timeoutMs: number): Context {
  const functionName = id.replace('.', '-');
  const deadline = Date.now() + timeoutMs;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  } as Context;
}

function joinHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (name !== 'cookie' && values) headers[name] = values.join(',');
  }
  // Overwritten as in CloudFront's function, so clients cannot forge it.
  headers['x-viewer-address'] = request.socket.remoteAddress ?? '';
  return headers;
}

function joinQuery(parameters: URLSearchParams): Record<string, string> | undefined {
  const joined: Record<string, string> = {};
  for (const name of new Set(parameters.keys())) joined[name] = parameters.getAll(name).join(',');
  return Object.keys(joined).length > 0 ? joined : undefined;
}

function isText(contentType = 'text/plain'): boolean {
  return /^(text\/|application\/(json|javascript|xml)\b)/.test(contentType);
}
