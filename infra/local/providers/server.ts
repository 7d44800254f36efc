import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** The AWS services that are not a database, on one port. */
export interface Providers {
  readonly url: string;
  /** What the AWS SDKs need to find them; the keys are for show. */
  readonly environment: Record<string, string>;
  /** Closes every connection, also those that are waiting for an answer. */
  stop(): Promise<void>;
}

/** A request says by target and path which service it is for. */
export async function startProviders(handlers: ProviderHandlers): Promise<Providers> {
  const { url, stop } = await listen((request, response) => handlerOf(request, handlers)(request, response));
  return { url, environment: environmentOf(url), stop };
}

/**
 * One port on 127.0.0.1 for HTTP/1.1 and cleartext HTTP/2: Polly's and Transcribe streaming's clients speak
 * only the latter.
 */
export async function listen(handler: ProviderHandler): Promise<Pick<Providers, 'url' | 'stop'>> {
  const answer = (request: ProviderRequest, response: ProviderResponse) =>
    handler(request, response).catch((error: unknown) => answerFault(response, error));
  // Clients keep their connections for long; a server that closes an idle one meets a request on its way.
  const http1 = http.createServer({ keepAliveTimeout: 600_000 }, answer);
  const h2c = http2.createServer(answer);
  const open = new Set<Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    peek(socket, (start) => (start === 'PRI' ? h2c : http1).emit('connection', socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function stop() {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    // Neither has a port of its own; closing them ends their timers.
    http1.close();
    h2c.close();
    await closed;
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export interface ProviderHandlers {
  readonly translate: ProviderHandler;
  readonly polly: ProviderHandler;
  readonly transcribeStreaming: ProviderHandler;
  readonly transcribe: ProviderHandler;
}

/** Answers one request; whatever it throws becomes a 500. */
export type ProviderHandler = (request: ProviderRequest, response: ProviderResponse) => Promise<void>;

/** What a stand-in reads: one request of HTTP/1.1 or HTTP/2, its body as a stream. */
export interface ProviderRequest extends Readable {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface ProviderResponse extends Writable {
  readonly headersSent: boolean;
  writeHead(status: number, headers?: OutgoingHttpHeaders): unknown;
}

function handlerOf({ headers, url = '/' }: ProviderRequest, handlers: ProviderHandlers): ProviderHandler {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('AWSShineFrontendService_20170701.')) return handlers.translate;
  if (/^(com\.amazonaws\.transcribe\.)?Transcribe\./.test(target)) return handlers.transcribe;
  if (url.startsWith('/v1/')) return handlers.polly;
  if (url.startsWith('/stream-transcription')) return handlers.transcribeStreaming;
  return refuse;
}

async function refuse({ headers, url = '/' }: ProviderRequest, response: ProviderResponse) {
  const message = `${headers['x-amz-target'] ?? url} is not modelled by the local system.`;
  answerJson(response, 501, 'NotImplementedException', message);
}

/** Names the fault and says no more: a message may quote what it failed on. */
function answerFault(response: ProviderResponse, error: unknown) {
  const name = error instanceof Error ? error.name : typeof error;
  if (response.headersSent) response.destroy();
  else answerJson(response, 500, 'InternalServerException', `The local system failed (${name}).`);
}

function answerJson(response: ProviderResponse, status: number, type: string, message: string) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type });
  response.end(JSON.stringify({ __type: type, message }));
}

/** The bytes go back before anybody else listens: HTTP/2 takes them from the socket's own buffer. */
function peek(socket: Socket, found: (start: string) => void, before = Buffer.alloc(0)) {
  socket.once('readable', () => {
    const head = Buffer.concat([before, socket.read() ?? Buffer.alloc(0)]);
    if (head.length < 3) return peek(socket, found, head);
    socket.unshift(head);
    found(head.toString('latin1', 0, 3));
  });
}

function environmentOf(url: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_TRANSLATE: url,
    AWS_ENDPOINT_URL_POLLY: url,
    AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING: url,
    AWS_ENDPOINT_URL_TRANSCRIBE: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}
