import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A way to the database on which requests and answers get lost, and requests come twice. */
export interface LossyProxy {
  readonly url: string;
  /** The actions of all requests, in the order in which they came: `UpdateItem`. */
  readonly actions: string[];
  /**
   * Decides about each answer: what was asked has been done, and nobody is told. None is lost until it is set. A
   * request's first attempt is 1.
   */
  loses: (action: string, attempt: number, body: string) => boolean;
  /** Decides about each request whether it is lost before it is done. */
  misses: (body: string) => boolean;
  /** Decides about each request, also a lost one, after how many milliseconds it is done once more. */
  repeats: (body: string) => number | undefined;
  /** Is told of each that was done once more. */
  repeated: (body: string, status: number) => void;
  /** Ends when nothing is left that will be done once more. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** @param target the database's address */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const late = new Set<Promise<void>>();
  const server = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    proxy.actions.push(action);
    try {
      const asked = await buffer(request);
      const body = asked.toString();
      const repeatsMs = proxy.repeats(body);
      if (repeatsMs !== undefined) repeat(request, asked, repeatsMs);
      if (proxy.misses(body)) return request.socket.destroy();
      const answer = await forward(request, asked);
      if (proxy.loses(action, attemptOf(request), body)) return request.socket.destroy();
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

  function repeat(request: http.IncomingMessage, body: Buffer, afterMs: number): void {
    const coming = wait(afterMs)
      .then(() => forward(request, body))
      .then(({ status }) => proxy.repeated(body.toString(), status))
      // Then it never comes.
      .catch(() => {})
      .finally(() => late.delete(coming));
    late.add(coming);
  }

  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    actions: [],
    loses: () => false,
    misses: () => false,
    repeats: () => undefined,
    repeated: () => {},
    idle: async () => {
      while (late.size > 0) await Promise.all(late);
    },
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
