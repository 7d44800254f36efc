import type { Input, Output } from '../shared/api/contract.ts';
import type { EndpointRow } from '../shared/api/endpoint.ts';
import type { ErrorBody, ErrorCode } from '../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';

/**
 * Calls an endpoint of the table.
 *
 * @param input path parameters fill their `{name}`; the rest is the query, the JSON or the form
 * @param options `signal` gives up the call; `idempotencyKey` names it, so that asking again is not charged again;
 *   `keepalive` lets it outlive the page
 * @returns the answer's JSON, or a blob where the row produces something else
 * @throws ApiError when the answer is not OK, ConnectionError when there is none to be read, `AbortError` after `signal`
 */
export async function call<Id extends EndpointId>(
  id: Id,
  input: Sent<Id>,
  options: { signal?: AbortSignal; idempotencyKey?: string; keepalive?: boolean } = {},
): Promise<Received<Id>> {
  const row: EndpointRow = endpoints[id];
  const { address, headers, body } = writeRequest(row, input as Record<string, unknown>);
  if (row.idempotent && options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (row.method !== 'GET') await introduced;
  const answering = fetch(address, {
    method: row.method,
    credentials: 'include',
    headers,
    body: body ?? null,
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });
  if (row.mintsGuest) introduced ??= settled(answering);
  const lost = (cause: unknown): never => {
    if (options.signal?.aborted) throw cause;
    throw new ConnectionError({ cause });
  };
  const answer = await answering.catch(lost);
  if (!answer.ok) {
    const error = await readError(answer);
    if (error.code === 'session_expired') {
      introduced = undefined;
      expiry.dispatchEvent(new Event('session-expired'));
    }
    throw error;
  }
  const reading: Promise<unknown> = row.produces ? answer.blob() : answer.json();
  return (await reading.catch(lost)) as Received<Id>;
}

/** Hears `session-expired` after an answer that says so; the session's cookies are gone by then. */
export const expiry = new EventTarget();

/** An answer that is not OK. Its message is the status, a colon, a space and what the answer says. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** For people: our sentence, else the body as it came, else the status text. */
  readonly sentence: string;
  /** Undefined when the answer is not ours: the platform's, a proxy's. */
  readonly code: ErrorCode | undefined;

  constructor(status: number, sentence: string, code?: ErrorCode) {
    super(`${status}: ${sentence}`);
    this.status = status;
    this.sentence = sentence;
    this.code = code;
  }
}

/** There was no answer at all, not the whole of one, or a hotel's login page in its place. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(options?: ErrorOptions) {
    super('Network error. Please check your internet connection.', options);
  }
}

/**
 * What to show for a failed call, or undefined when it says nothing fit to be read, such as the platform's JSON or a
 * proxy's HTML.
 */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message || undefined : undefined;
  if (!/^[<{]/.test(error.sentence)) return error.sentence || undefined;
  return error.status === 429 ? 'Too many people are asking just now. Try again in a moment.' : undefined;
}

/**
 * The first answer that gives a guest's cookie, from the start and from the end of a session. Each unsafe call before
 * it would make another guest, so they wait for it.
 */
let introduced: Promise<void> | undefined;

/** Resolves with the answer, without one, or when that takes too long to hold anybody up. */
function settled(answering: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
    answering.then(
      () => resolve(),
      () => resolve(),
    );
  });
}

const patienceMs = 4_000;

function writeRequest(row: EndpointRow, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = {};
  if (row.body === 'json') {
    headers['content-type'] = 'application/json';
    return { address: path, headers, body: writeJson(Object.fromEntries(rest)) };
  }
  if (row.body === 'multipart') return { address: path, headers, body: writeForm(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { address: query ? `${path}?${query}` : path, headers };
}

/** The API cannot tell U+FFFD from a broken byte, so it takes it escaped, and no lone surrogates. */
function writeJson(fields: object): string {
  const repair = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return JSON.stringify(fields, repair).replaceAll('\ufffd', '\\ufffd');
}

function writeForm(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value, 'recording.wav');
    else form.append(name, String(value));
  }
  return form;
}

async function readError(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const ours = parseErrorBody(text);
  if (ours) return new ApiError(answer.status, ours.error, ours.code);
  return new ApiError(answer.status, text.trim() || answer.statusText);
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

/** What a call takes: as the contract says, with blobs for bytes and the key among the options. */
export type Sent<Id extends EndpointId> = WithBlobs<Omit<Input<Id>, 'idempotencyKey'>>;

export type Received<Id extends EndpointId> = Output<Id> extends Uint8Array ? Blob : Output<Id>;

type WithBlobs<Fields> = { [Name in keyof Fields]: Fields[Name] extends Uint8Array ? Blob : Fields[Name] };
