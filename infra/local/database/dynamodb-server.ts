import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';

export function createDynamoDbServer(files?: string): Server {
  const server: Server = dynalite({ createTableMs: 0, ...(files && { path: files }) });
  refusePages(server);
  return server;
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

/** dynalite checks no signatures. Web pages send an origin, SDKs do not. */
export function refusePages(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.headers.origin !== undefined) return response.writeHead(403).end();
    for (const listener of listeners) listener(request, response);
  });
}
