import { setTimeout as wait } from 'node:timers/promises';
import { type ProviderAnswer, startProviderProxy } from '../../support/parley/provider-proxy.ts';

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
  const provider = await startProviderProxy({ dynamodb: target });
  const late = new Set<Promise<void>>();
  const repeat = (body: string, afterMs: number, carryOut: () => Promise<ProviderAnswer>) => {
    const coming = wait(afterMs)
      .then(() => carryOut())
      .then(({ status }) => proxy.repeated(body, status))
      // Then it never comes.
      .catch(() => {})
      .finally(() => late.delete(coming));
    late.add(coming);
  };
  provider.treat = async ({ action, attempt, body: asked }, carryOut) => {
    const body = asked.toString();
    proxy.actions.push(action);
    const repeatsMs = proxy.repeats(body);
    if (repeatsMs !== undefined) repeat(body, repeatsMs, carryOut);
    if (proxy.misses(body)) return 'lost';
    const answer = await carryOut().catch(() => 'lost' as const);
    return proxy.loses(action, attempt, body) ? 'lost' : answer;
  };
  const proxy: LossyProxy = {
    url: provider.url,
    actions: [],
    loses: () => false,
    misses: () => false,
    repeats: () => undefined,
    repeated: () => {},
    idle: async () => {
      while (late.size > 0) await Promise.all(late);
    },
    stop: provider.stop,
  };
  return proxy;
}
