import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import { ClassicLevel } from 'classic-level';
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

/** dynalite reads each table's description for each request. A thread of the pool costs more than such a read. */
Object.defineProperty(ClassicLevel.prototype, '_get', {
  configurable: true,
  value: Reflect.get(ClassicLevel.prototype, '_getSync'),
});

/**
 * Refuses web pages and what a function's role does not allow; dynalite checks neither signatures nor rights. Web pages
 * send an origin, SDKs do not.
 */
export function guard(server: Server, onRefused: (sentence: string) => void): void {
  const listeners = server.listeners('request') as RequestListener[];
  const answer: RequestListener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  const answerAllowed: RequestListener = (request, response) => {
    const { headers, method, url } = request;
    if (headers.origin !== undefined) return response.writeHead(403).end();
    const id = headers[functionHeader];
    if (id === undefined) return answer(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The client has gone.
    request.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const action = `${headers['x-amz-target']}`.split('.').at(-1) ?? '';
      const refusal = findRefusal(id as FunctionId, action, JSON.parse(`${body}`));
      if (refusal !== undefined) {
        onRefused(refusal);
        return refuse(response, refusal);
      }
      // All that dynalite uses of a request.
      const again = Object.assign(new EventEmitter(), { headers, method, url });
      answer(again as unknown as IncomingMessage, response);
      again.emit('data', body);
      again.emit('end');
    });
  };
  server.removeAllListeners('request');
  server.on('request', answerAllowed);
}

function refuse(response: ServerResponse, refusal: string): void {
  const type = 'com.amazon.coral.service#AccessDeniedException';
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type, Message: refusal }));
}
