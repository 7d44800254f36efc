import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';
import type { FunctionId } from '../../aws/build/bundle.ts';
import { findRefusal, functionHeader } from './rights.ts';

export function createDynamoDbServer(files?: string): Server {
  return dynalite({ createTableMs: 0, ...(files && { path: files }) });
}

/** @returns its address */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** dynalite closes iterators with `return`, which these lack: every query would leak memory and open files. */
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
  Object.defineProperty(prototype, 'return', { configurable: true, value: prototype.close });
}

/**
 * Refuses web pages and what a function's role does not allow; dynalite checks neither signatures nor rights. Web pages
 * send an origin, SDKs do not.
 */
export function guard(server: Server, onRefused: (sentence: string) => void): void {
  const listeners = server.listeners('request') as RequestListener[];
  const answer: RequestListener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  const answerAllowed = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url } = request;
    if (headers.origin !== undefined) return response.writeHead(403).end();
    const id = headers[functionHeader];
    if (id === undefined) return answer(request, response);
    // The function may leave in the middle of its request.
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const action = `${headers['x-amz-target']}`.split('.').at(-1) ?? '';
    const refusal = findRefusal(id as FunctionId, action, JSON.parse(`${body}`));
    if (refusal === undefined) {
      const again = Object.assign(Readable.from([body]), {
        headers,
        method,
        url,
      }) as unknown as IncomingMessage;
      return answer(again, response);
    }
    onRefused(refusal);
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(
      JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: refusal }),
    );
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => void answerAllowed(request, response));
}
