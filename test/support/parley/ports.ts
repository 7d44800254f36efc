import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

/**
 * The first of three free ports, for a Parley that restarts at the same address. It is below those that the
 * system hands out, so that no process takes it during the restart.
 */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const servers = [port, port + 1, port + 2].map((each) => http.createServer().listen(each, '127.0.0.1'));
    const taken = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    if (taken.every(({ status }) => status === 'fulfilled')) return port;
  }
}
