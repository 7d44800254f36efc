import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import http2, { type ClientHttp2Session } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../../infra/local/providers/server.ts';
import type { ProviderRequest, ProviderResponse } from '../../../infra/local/providers/wire.ts';

/** A proxy between functions and all their providers, on one port. */
export interface ProviderProxy {
  /** Without a trailing slash. */
  readonly url: string;
  /** Address of each provider; it may be set until the first call. */
  readonly targets: Partial<Record<ProviderName, string>>;
  /** Handles each call; by default all are carried out. */
  treat: Treatment;
  stop(): Promise<void>;
}

/**
 * Handles a call: carries it out once, never or several times, before or after other work,
 * and returns the caller's answer.
 *
 * @param execute sends a new request to the provider, or to the given one
 * @returns the caller's answer; `lost` breaks its connection
 */
type Treatment = (
  call: ProviderCall,
  execute: (instead?: string) => Promise<ProviderAnswer>,
) => Promise<ProviderAnswer | 'lost'>;

/** One attempt of one call. */
export interface ProviderCall {
  readonly provider: ProviderName;
  /** The provider's name, such as `UpdateItem`, or else `POST /v1/customers/{id}`. */
  readonly action: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** From 1, counted by AWS clients; always 1 for others. */
  readonly attempt: number;
  /** Aborts when the caller has its answer or has disconnected. */
  readonly isOver: Promise<void>;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type ProviderName =
  | 'cognito'
  | 'dynamodb'
  | 'polly'
  | 'secrets'
  | 'stripe'
  | 'transcribe'
  | 'translate';

/**
 * Speaks HTTP/1.1 and cleartext HTTP/2, each to targets with the same protocol. Requests and
 * answers are forwarded when complete.
 *
 * @param targets address of each provider, without a trailing slash
 */
export async function startProviderProxy(targets: ProviderProxy['targets'] = {}): Promise<ProviderProxy> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const sessions = new Map<string, ClientHttp2Session>();
  const { url, stop } = await listen(async (request, response) => {
    const isOver = new Promise<void>((over) => void response.once('close', over));
    const { provider, action } = nameOf(request);
    const body = await buffer(request);
    const { headers } = request;
    const execute = async (instead?: string) => {
      const target = instead ?? targets[provider];
      if (!target) throw new Error(`Nobody has said where ${provider} is`);
      return headers[':path']
        ? forwardHttp2(sessionTo(target), headers, body)
        : forwardHttp1(agent, target, request, body);
    };
    const answer = await proxy.treat(
      { provider, action, path: request.url ?? '/', headers, body, attempt: attemptOf(headers), isOver },
      execute,
    );
    if (answer === 'lost') return lose(response);
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });

  function sessionTo(target: string): ClientHttp2Session {
    const known = sessions.get(target);
    if (known && !known.closed && !known.destroyed) return known;
    const session = http2.connect(target);
    // Waiting calls are aborted.
    session.on('error', () => {});
    sessions.set(target, session);
    return session;
  }

  const proxy: ProviderProxy = {
    url,
    targets,
    treat: (_call, execute) => execute(),
    stop: async () => {
      agent.destroy();
      for (const session of sessions.values()) session.destroy();
      await stop();
    },
  };
  return proxy;
}

/** A proxy before the database that loses requests and answers. @param target the database's address */
export async function startLossyProxy(target: string) {
  const provider = await startProviderProxy({ dynamodb: target });
  provider.treat = async ({ action, attempt, body: asked }, execute) => {
    const body = asked.toString();
    if (attempt === 1) proxy.actions.push(action);
    if (proxy.misses(body)) return 'lost';
    const answer = await execute().catch(() => 'lost' as const);
    return proxy.loses(action, attempt, body) ? 'lost' : answer;
  };
  const proxy = {
    url: provider.url,
    /** Of all requests, in order: `UpdateItem`. Without further attempts, which a busy machine may need. */
    actions: [] as string[],
    /** Decides about each answer after its request was carried out. A request's first attempt is 1. */
    loses: (_action: string, _attempt: number, _body: string) => false,
    /** Decides about each request before it is carried out. */
    misses: (_body: string) => false,
    stop: provider.stop,
  };
  return proxy;
}

/** The environment that points functions to the proxy. */
export function environmentOf({ url }: ProviderProxy): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_TRANSLATE: url,
    AWS_ENDPOINT_URL_POLLY: url,
    AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING: url,
    AWS_ENDPOINT_URL_TRANSCRIBE: url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    STRIPE_URL: url,
  };
}

function nameOf({ method, url = '/', headers }: ProviderRequest): Pick<ProviderCall, 'provider' | 'action'> {
  const path = url.split('?')[0] ?? '';
  const [service = '', action] = String(headers['x-amz-target'] ?? '').split(/\.(?=[^.]+$)/);
  if (action) return { provider: services[service] ?? unknown(service), action };
  if (path === '/stream-transcription') return { provider: 'transcribe', action: 'StartStreamTranscription' };
  if (path === '/v1/speech') return { provider: 'polly', action: 'SynthesizeSpeech' };
  if (path === '/v1/voices') return { provider: 'polly', action: 'DescribeVoices' };
  if (path.startsWith('/v1/')) return { provider: 'stripe', action: `${method} ${withoutIds(path)}` };
  return { provider: 'cognito', action: `${method} ${path}` };
}

const services: Readonly<Record<string, ProviderName>> = {
  DynamoDB_20120810: 'dynamodb',
  AWSShineFrontendService_20170701: 'translate',
  Transcribe: 'transcribe',
  'com.amazonaws.transcribe.Transcribe': 'transcribe',
  AWSCognitoIdentityProviderService: 'cognito',
  secretsmanager: 'secrets',
};

function unknown(what: string): never {
  throw new Error(`Nobody knows what ${what} is`);
}

/** Stripe's ids begin with a short word: `cus_123`. */
function withoutIds(path: string): string {
  return path.replaceAll(/\/[a-z]+_(?=[^/]*[A-Z0-9])[^/]+/g, '/{id}');
}

/** `attempt=2; max=3` */
function attemptOf(headers: IncomingHttpHeaders): number {
  return Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1);
}

async function forwardHttp1(
  agent: http.Agent,
  target: string,
  { method, url, headers }: ProviderRequest,
  body: Buffer,
): Promise<ProviderAnswer> {
  const { expect: _alreadySent, ...sent } = headers;
  const asked = http.request(target + url, { method, headers: sent, agent }).end(body);
  const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
  const { 'transfer-encoding': _chunked, connection: _connection, ...told } = answer.headers;
  return { status: answer.statusCode ?? 500, headers: told, body: await buffer(answer) };
}

async function forwardHttp2(
  session: ClientHttp2Session,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<ProviderAnswer> {
  const asked = session.request(headers).end(body);
  const [answered] = (await once(asked, 'response')) as [Record<string, string>];
  const { ':status': status, ...told } = answered;
  return { status: Number(status), headers: told, body: await buffer(asked) };
}

/** Closes only this stream: an HTTP/2 session carries other calls. */
function lose(response: ProviderResponse): void {
  const { stream, socket } = response as http2.Http2ServerResponse & http.ServerResponse;
  if (stream) stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
  else socket?.destroy();
}
