import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createDynamoDbServer } from './dynamodb-server.ts';

/** Thread of the local database. Posts its port; any message stops it. */
const server = createDynamoDbServer(workerData.files);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
});
parentPort?.postMessage((server.address() as AddressInfo).port);
