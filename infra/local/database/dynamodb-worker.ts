import { parentPort, workerData } from 'node:worker_threads';
import { createDynamoDbServer, guard, listen } from './dynamodb-server.ts';
import { createForwardingServer } from './forwarding.ts';
import { createStaleDynamoDbServer } from './stale-reads.ts';

/** Thread of the local database. Posts its address, then what it refuses; any message stops it. */
const { files, hasStaleReads, upstream } = workerData;
const server = await openServer();
guard(server, (refusal) => parentPort?.postMessage(refusal));
const url = await listen(server);
parentPort?.once('message', () => {
  // dynalite goes on with requests whose callers have gone, and throws where it finds the database closed.
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    const isClosed = error.code === 'LEVEL_DATABASE_NOT_OPEN' || error.message === 'Database is closed';
    if (!isClosed) throw error;
  });
  server.close();
  server.closeAllConnections();
});
parentPort?.postMessage(url);

function openServer() {
  if (upstream) return createForwardingServer(upstream);
  return hasStaleReads ? createStaleDynamoDbServer() : createDynamoDbServer(files);
}
