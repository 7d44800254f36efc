import type { RequestListener, Server } from 'node:http';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';

export function createDynamoDbServer(files?: string): Server {
  const server: Server = dynalite({ createTableMs: 0, ...(files && { path: files }) });
  refusePages(server);
  return server;
}

/** dynalite closes iterators by `return`, which these lack. Without it, every query leaks memory and files. */
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
  Object.defineProperty(prototype, 'return', { configurable: true, value: prototype.close });
}

/** dynalite checks no signatures. Web pages send an origin, SDKs do not. */
function refusePages(server: Server): void {
  const answers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.headers.origin !== undefined) return response.writeHead(403).end();
    for (const answer of answers) answer(request, response);
  });
}
