import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { readBody } from '../gateway/request.ts';

export type ProviderHandler = (request: ProviderRequest, response: ProviderResponse) => Promise<void>;

export interface ProviderRequest extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface ProviderResponse extends Writable {
  readonly headersSent: boolean;
  writeHead(status: number, headers?: OutgoingHttpHeaders): unknown;
}

export class AwsError extends Error {
  readonly status: number;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;

  /** @param message never quotes users' text */
  constructor(status: number, type: string, message: string, fields: AwsError['fields'] = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.fields = fields;
  }
}

/** For features that only the real service has; the SDKs do not retry this status. */
export function notModelled(what: string): AwsError {
  return new AwsError(501, 'NotImplementedException', `${what} is not modelled by the local system.`);
}

export async function readJsonBody(request: ProviderRequest): Promise<Record<string, unknown>> {
  const body = await readBody(request, maxJsonBytes);
  if (!body) throw new AwsError(413, 'RequestEntityTooLargeException', 'The request is too large.');
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The parser's message quotes the text.
  }
  throw new AwsError(400, 'SerializationException', 'The request is not a JSON object.');
}

const maxJsonBytes = 1024 * 1024;

export function sendJson(response: ProviderResponse, body: object): void {
  response.writeHead(200, { 'content-type': jsonType });
  response.end(JSON.stringify(body));
}

/** Other errors become a service failure without their message, which may quote the input. */
export function sendError(response: ProviderResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const name = error instanceof Error ? error.name : typeof error;
  const failure = new AwsError(500, 'InternalServerException', `The local system failed (${name}).`);
  const { status, type, message, fields } = error instanceof AwsError ? error : failure;
  response.writeHead(status, { 'content-type': jsonType, 'x-amzn-errortype': type });
  response.end(JSON.stringify({ __type: type, message, ...fields }));
}

const jsonType = 'application/x-amz-json-1.1';

export function abortOnDisconnect(response: ProviderResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) controller.abort();
  });
  return controller.signal;
}
