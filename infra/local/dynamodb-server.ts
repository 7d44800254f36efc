import type { RequestListener, Server } from 'node:http';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';

/**
 * dynalite, as the local system uses it.
 *
 * @param files the folder of its database; without one everything is in memory
 */
export function createDynamoDbServer(files?: string): Server {
  const server: Server = dynalite({ createTableMs: 0, ...(files && { path: files }) });
  keepPagesOut(server);
  return server;
}

/**
 * dynalite gives an iterator back by `return`, which this database's have not: it kept everything that a query or a
 * scan had ever read, and with it every file of the database that had been replaced since.
 */
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
  Object.defineProperty(prototype, 'return', { configurable: true, value: prototype.close });
}

/** dynalite checks no signature and answers every web page; a page says that it is one, and an SDK never does. */
function keepPagesOut(server: Server): void {
  const answers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.headers.origin !== undefined) return response.writeHead(403).end();
    for (const answer of answers) answer(request, response);
  });
}
