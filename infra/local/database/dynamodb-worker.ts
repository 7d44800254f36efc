import { parentPort, workerData } from 'node:worker_threads';
import { createDynamoDbServer, guard, listen } from './dynamodb-server.ts';
import { createStaleDynamoDbServer } from './stale-reads.ts';

/** Thread of the local database. Posts its address, then what it refuses; any message stops it. */
const { files, hasStaleReads } = workerData;
const server = hasStaleReads ? await createStaleDynamoDbServer() : createDynamoDbServer(files);
guard(server, (refusal) => parentPort?.postMessage(refusal));
const url = await listen(server);
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
});
parentPort?.postMessage(url);
