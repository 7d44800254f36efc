import { parentPort, workerData } from 'node:worker_threads';
import { createDynamoDbServer, listen } from './dynamodb-server.ts';
import { createStaleDynamoDbServer } from './stale-reads.ts';

/** Thread of the local database. Posts its address; any message stops it. */
const { files, hasStaleReads } = workerData;
const server = hasStaleReads ? await createStaleDynamoDbServer() : createDynamoDbServer(files);
const url = await listen(server);
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
});
parentPort?.postMessage(url);
