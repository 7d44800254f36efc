import type { ProviderRequest, ProviderResponse } from './server.ts';

/** A fault in the service's own format. */
export class AwsError extends Error {
  readonly status: number;
  readonly type: string;

  /** @param message never quotes people's text */
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** For features that only the real service has; the SDKs do not retry this status. */
export function notModelled(what: string): AwsError {
  return new AwsError(501, 'NotImplementedException', `${what} is not modelled by the local system.`);
}

/** Reads to the end, so that the client reads the answer. @throws AwsError when the body is larger than `maxBytes` */
export async function readBody(request: ProviderRequest, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  if (bytes > maxBytes)
    throw new AwsError(413, 'RequestEntityTooLargeException', 'The request is too large.');
  return Buffer.concat(chunks);
}

export async function readJsonBody(request: ProviderRequest): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse((await readBody(request, maxJsonBytes)).toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof AwsError) throw error;
  }
  throw new AwsError(400, 'SerializationException', 'The request is not a JSON object.');
}

const maxJsonBytes = 1024 * 1024;

/** Aborts when the caller disconnects. */
export function callerGone(response: ProviderResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) controller.abort();
  });
  return controller.signal;
}
