import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Asks Stripe's own mock too, and records where it refuses what our stand-in accepts. Only in `npm run prove -- judges`.
 *
 * @returns the request, to be read again
 */
export async function alsoAskStripeMock(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const { STRIPE_MOCK: mock, STRIPE_MOCK_RECORD: record } = process.env;
  if (!mock || !record) return request;
  const { method = 'GET', url = '', headers } = request;
  const body = await buffer(request);
  // A page has the publishable key, and sends what the mock does not know.
  if (url.startsWith('/v1/') && headers.authorization?.startsWith('Bearer sk_')) {
    const answer = await ask(mock + url, { method, headers, body });
    const refusal = answer && `${method} ${url.split('?')[0]?.replace(ids, '/{id}')}: ${answer}`;
    response.once('close', () => {
      appendFileSync(record, `${response.statusCode < 400 && refusal ? refusal : 'agreed'}\n`);
    });
  }
  return Object.assign(Readable.from([body]), {
    method,
    url,
    headers,
    complete: true,
  }) as unknown as IncomingMessage;
}

/** @returns why it refuses, if it does */
async function ask(
  address: string,
  { method, headers, body }: Pick<IncomingMessage, 'headers'> & { method: string; body: Buffer },
): Promise<string | undefined> {
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `${headers.authorization}`,
      'content-type': headers['content-type'] ?? 'application/x-www-form-urlencoded',
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return undefined;
  const { error } = JSON.parse(text) as { error?: { message?: string } };
  const message = error?.message ?? text;
  return `${answer.status} ${message.replaceAll('\n', ' ').replace(/validator 0x\w+ /, '')}`;
}

const ids = /\/[a-z]+_(?=[a-zA-Z]*\d)\w{8,}/g;
