import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A way to the database on which answers get lost: what was asked has been done, and nobody is told. */
export interface LossyProxy {
  readonly url: string;
  /** The actions of all requests, in the order in which they came: `UpdateItem`. */
  readonly actions: string[];
  /** Decides about each answer; none is lost until it is set. A request's first attempt is 1. */
  loses: (action: string, attempt: number) => boolean;
  stop(): Promise<void>;
}

/** @param target the database's address */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const server = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    proxy.actions.push(action);
    try {
      const answer = await forward(request, await buffer(request));
      if (proxy.loses(action, attemptOf(request))) return request.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      request.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function forward({ url, method, headers }: http.IncomingMessage, body: Buffer) {
    const asked = http.request(target + url, { method, headers, agent }).end(body);
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  }

  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    actions: [],
    loses: () => false,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return proxy;
}

/** The AWS clients count them: `attempt=2; max=3`. */
function attemptOf({ headers }: http.IncomingMessage): number {
  return Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1);
}
