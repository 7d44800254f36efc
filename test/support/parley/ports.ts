import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

/**
 * A port that is free, as the two next ones are, for a Parley that comes back where it was. It is below those that the
 * system gives to whoever asks for any: nobody takes it while it is down.
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
