import type { Input, Output } from '../shared/api/contract.ts';
import type { EndpointRow } from '../shared/api/endpoint.ts';
import type { ErrorBody, ErrorCode } from '../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';
import * as texts from './texts/site.ts';

/**
 * @param input fills `{name}` in the path; the rest becomes the query, the JSON body or the form
 * @param options a repeated `idempotencyKey` is not counted again; with `keepalive` the request outlives the page
 * @returns the response's JSON, or a blob if the row produces anything else
 * @throws ApiError for a response that is not OK, ConnectionError without a response of the contract's shape in time,
 *   `AbortError` after `signal`
 */
export async function call<Id extends EndpointId>(
  id: Id,
  input: Sent<Id>,
  options: { signal?: AbortSignal; idempotencyKey?: string; keepalive?: boolean } = {},
): Promise<Received<Id>> {
  const row: EndpointRow = endpoints[id];
  const { url, headers, body } = buildRequest(row, input);
  if (row.idempotent && options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (row.method !== 'GET') await whenGuestReady;
  const patience = limitPatience(input, options.signal);
  // Arrives while the server answers.
  const loading = importAnswers().catch(() => {});
  const pending = fetch(url, {
    method: row.method,
    credentials: 'include',
    headers,
    body: body ?? null,
    signal: patience.signal,
    keepalive: options.keepalive ?? false,
  });
  if (row.setsGuestCookie) whenGuestReady ??= waitBriefly(pending);
  const failConnection = (cause: unknown): never => {
    if (options.signal?.aborted) throw cause;
    throw new ConnectionError({ cause });
  };
  const response = await pending.catch(failConnection).finally(patience.end);
  if (!response.ok) {
    const error = await readError(response);
    if (error.code === 'session_expired' || error.code === 'account_deleted') {
      whenGuestReady = undefined;
      sessionEvents.dispatchEvent(new CustomEvent('session-expired', { detail: error.code }));
    }
    throw error;
  }
  const read = async () =>
    (await loading)?.readAnswer(id, response) ?? (row.produces ? response.blob() : response.json());
  return (await read().catch(failConnection)) as Received<Id>;
}

/**
 * Later than the first load, because the schemas weigh as much as the translator. Without them an answer is taken
 * unchecked: many browsers keep a failed import for the page's life (https://github.com/whatwg/html/issues/6768).
 */
const importAnswers = () => import('./answers.ts');

/** Fires `session-expired`, with the error's code, after a response that cleared the session's cookies. */
export const sessionEvents = new EventTarget();

/** A response that is not OK. Its message is the status and the detail. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Our message, else the body, else the status text. `describeError` says which of them people may see. */
  readonly detail: string;
  /** Undefined for responses of the platform or a proxy. */
  readonly code: ErrorCode | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, detail: string, code?: ErrorCode, retryAfterSeconds?: number) {
    super(`${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response, an incomplete one, or one that is not our server's, such as a captive portal's page. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(options?: ErrorOptions, message = texts.networkError) {
    super(message, options);
  }
}

/** The message to show for a failed call, if it is ours. Undefined for what the platform, a proxy or the browser says. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof ConnectionError) return error.message;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code) return error.detail;
  return error.status === 429 ? texts.busy : undefined;
}

/** Aborts with `signal`, or when no answer can come any more. Not by `AbortSignal.any`, which is too new. */
function limitPatience(input: Record<string, unknown>, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => {
    clearTimeout(timer);
    controller.abort(signal?.reason);
  };
  const clips = Object.values(input).filter((value) => value instanceof Blob);
  const uploadMs = clips.reduce((sum, { size }) => sum + size / slowestBytesPerMs, 0);
  const timer = setTimeout(abort, timeoutMs + uploadMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { signal: controller.signal });
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** API Gateway gives up after 30 seconds. */
const timeoutMs = 35_000;
/** Of a slow phone: 256 kbit/s, as long as the sound lasts. */
const slowestBytesPerMs = 32;

/** The first response sets the guest cookie. Unsafe calls wait for it; otherwise each would create a guest. */
let whenGuestReady: Promise<void> | undefined;

/** Waits for the response or its failure, at most 4 seconds. */
function waitBriefly(pending: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs);
    pending.finally(resolve).catch(() => {});
  });
}

const maxWaitMs = 4_000;

function buildRequest(row: EndpointRow, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = {};
  if (row.body === 'json') {
    headers['content-type'] = 'application/json';
    return { url: path, headers, body: writeJson(Object.fromEntries(rest)) };
  }
  if (row.body === 'multipart') return { url: path, headers, body: buildForm(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { url: query ? `${path}?${query}` : path, headers };
}

/** Escapes U+FFFD, which the API would reject as a broken byte, and repairs lone surrogates. */
function writeJson(fields: object): string {
  const repair = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return JSON.stringify(fields, repair).replaceAll('\ufffd', '\\ufffd');
}

function buildForm(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value, 'recording.wav');
    else form.append(name, String(value));
  }
  return form;
}

async function readError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parseErrorBody(text);
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  if (body) {
    const detail = await wordRefusal(body);
    return new ApiError(response.status, detail, body.code, retryAfterSeconds);
  }
  return new ApiError(response.status, text.trim() || response.statusText);
}

/** In the shown language and the visitor's own time. The server speaks English, and knows neither. */
async function wordRefusal(body: ErrorBody): Promise<string> {
  const texts = await import('./texts/refusals.ts').catch(() => undefined);
  return texts?.wordRefusal(body) ?? body.error;
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isOurs = typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
    return isOurs && typeof body.error === 'string' ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

/** The contract's input, with blobs for bytes and without the idempotency key. */
export type Sent<Id extends EndpointId> = WithBlobs<Omit<Input<Id>, 'idempotencyKey'>>;

export type Received<Id extends EndpointId> = Output<Id> extends Uint8Array ? Blob : Output<Id>;

type WithBlobs<Fields> = { [Name in keyof Fields]: Fields[Name] extends Uint8Array ? Blob : Fields[Name] };
