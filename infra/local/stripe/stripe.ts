import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStore } from '../store.ts';
import type { Account, Recovery } from './account.ts';
import { createApi } from './api.ts';
import { type Clock, startClock } from './clock.ts';
import { createControl } from './control.ts';
import { type Deliveries, startDeliveries } from './deliveries.ts';
import { furnish } from './furniture.ts';
import { type ApiKeys, keysOf } from './keys.ts';
import { openAccount } from './open-account.ts';

/** Stripe on this machine: its API, its webhooks and its time, in test mode. */
export interface StripeStandIn {
  readonly keys: ApiKeys & { readonly webhookSecret: string };
  /**
   * Answers `/v1/…`, which is Stripe's API, and `/control/…`, which is for this machine's own commands and tests.
   * Nothing that is sent makes it throw.
   */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** For reading; what is changed goes through `perform`. */
  readonly account: Account;
  /** Does what somebody has asked for elsewhere than in the API; resolves when it is in the files. */
  perform<Result>(work: () => Result): Promise<Result>;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Sends no event any more, and closes its files. */
  stop(): Promise<void>;
}

/**
 * @param options.origin where it answers, without a slash at the end
 * @param options.folder keeps the account across restarts; without it everything is in memory
 * @param options.webhookUrl where events go from the start
 * @param options.recovery what is done about charges that fail, where that is not the usual
 * @throws DataFolderUnusable
 */
export async function openStripe(options: {
  origin: string;
  folder?: string | undefined;
  webhookUrl: string;
  recovery?: Recovery | undefined;
  say: (line: string) => void;
}): Promise<StripeStandIn> {
  const { origin, folder, webhookUrl, recovery, say } = options;
  const store = await openStore(folder);
  const account = openAccount(store, origin, recovery);
  const keys = keysOf(account);
  const { secret: webhookSecret } = account.at(account.now(), () => furnish(account, webhookUrl));

  const deliveries = startDeliveries(account, say);
  const commit = async () => {
    await account.written();
    deliveries.wake();
  };
  const running = startClock(account, commit, say);
  const clock: Clock = {
    now: running.now,
    advanceTo: async (seconds) => {
      await running.advanceTo(seconds);
      // Whoever waits for days is not kept waiting for seconds.
      deliveries.hurry();
    },
  };
  const api = createApi(account, keys, commit);
  const control = createControl(account, clock, deliveries, commit);
  await commit();

  return {
    keys: { ...keys, webhookSecret },
    account,
    clock,
    deliveries,
    answer: async (request, response) => {
      try {
        const body = await readBody(request);
        if (body === undefined) return refuse(response, 413, 'The body is too large.');
        const { method = '', url = '', headers } = request;
        if (url.startsWith('/control/')) return await control.answer(request, response, body);
        const answer = await api({ method, url, headers, body });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      } catch (error) {
        // Who leaves before having asked is nobody's fault.
        if (request.complete) say(`[stripe] ${(error as Error).stack}`);
        if (response.headersSent || response.destroyed) response.destroy();
        else refuse(response, 500, 'The stand-in failed.');
      }
    },
    perform: async (work) => {
      const result = account.at(account.now(), work);
      await commit();
      return result;
    },
    stop: async () => {
      running.stop();
      await deliveries.stop();
      await account.written();
      await store.close();
    },
  };
}

/** More than the API takes by far. */
const maxBodyBytes = 1_000_000;

/** @returns undefined for one that is too large */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type, message } }));
}
