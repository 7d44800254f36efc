import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createDynamoDbServer } from './dynamodb-server.ts';

/** The thread of the local database: says its port, and ends once it is told to, with its files closed. */
const server = createDynamoDbServer(workerData.files);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.once('message', () => {
  // Its only listener is gone: the thread ends when the server has closed.
  server.close();
  server.closeAllConnections();
});
parentPort?.postMessage((server.address() as AddressInfo).port);
