import { startProviderProxy } from '../../support/parley/provider-proxy.ts';

/** A proxy before the database that loses requests and answers. */
export interface LossyProxy {
  readonly url: string;
  /** The actions of all requests, in order: `UpdateItem`. */
  readonly actions: string[];
  /** Decides about each answer after its request was carried out. A request's first attempt is 1. */
  loses: (action: string, attempt: number, body: string) => boolean;
  /** Decides about each request before it is carried out. */
  misses: (body: string) => boolean;
  stop(): Promise<void>;
}

/** @param target the database's address */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const provider = await startProviderProxy({ dynamodb: target });
  provider.treat = async ({ action, attempt, body: asked }, carryOut) => {
    const body = asked.toString();
    proxy.actions.push(action);
    if (proxy.misses(body)) return 'lost';
    const answer = await carryOut().catch(() => 'lost' as const);
    return proxy.loses(action, attempt, body) ? 'lost' : answer;
  };
  const proxy: LossyProxy = {
    url: provider.url,
    actions: [],
    loses: () => false,
    misses: () => false,
    stop: provider.stop,
  };
  return proxy;
}
