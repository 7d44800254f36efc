import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reads to the end, or the client would not read the response. @returns undefined for more than `maxBytes` */
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

/** Not from a web page: pages cannot send this header cross-origin, and under DNS rebinding the host differs. */
export function isLocalCommand({ headers }: IncomingMessage, origin: string): boolean {
  return headers['x-parley-local'] === '1' && `http://${headers.host}` === origin;
}

/** Blocks cross-site forms. */
export function isSameOriginForm({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
