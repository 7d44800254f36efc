import type { IncomingMessage } from 'node:http';

/** Reads to the end, so that the client reads the answer. @returns undefined for more than `maxBytes` */
export async function readBody(
  request: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes <= maxBytes ? Buffer.concat(chunks) : undefined;
}

export function readPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

/** A command of this machine. Pages can send the header only to their own origin; DNS rebinding has another host. */
export function isCommand({ headers }: IncomingMessage, origin: string): boolean {
  return headers['x-parley-local'] === '1' && `http://${headers.host}` === origin;
}

/** A form of another site must not act here. */
export function isOwnForm({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
