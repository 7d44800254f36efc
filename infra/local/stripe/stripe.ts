import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../providers/wire.ts';
import { openStore } from '../store.ts';
import { Account, type Recovery } from './account/account.ts';
import { type Clock, startClock } from './account/clock.ts';
import { Deliveries } from './account/deliveries.ts';
import { type ApiKeys, createApi, readKeys } from './api.ts';
import { answerControl } from './control.ts';
import { setUpAccount } from './shop/catalogue.ts';

/** Stripe on this machine, in test mode. */
export interface StripeStandIn {
  readonly keys: ApiKeys & { readonly webhookSecret: string };
  /** Answers Stripe's API at `/v1/…` and this machine's commands at `/control/…`. Never throws. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Read-only: change it through `perform`. */
  readonly account: Account;
  /** Does what the API cannot do. Resolves when it is saved. */
  perform<Result>(work: () => Result): Promise<Result>;
  readonly clock: Pick<Clock, 'now' | 'advanceTo'>;
  readonly deliveries: Deliveries;
  stop(): Promise<void>;
}

/**
 * @param options.origin the address, without a slash at the end
 * @param options.folder keeps the account across restarts; without it, everything is in memory
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
  const account = new Account(store, origin, recovery);
  const keys = readKeys(account);
  const { secret: webhookSecret } = account.at(account.now(), () => setUpAccount(account, webhookUrl));
  const deliveries = new Deliveries(account, say);
  const commit = async () => {
    await account.written();
    deliveries.wake();
  };
  const running = startClock(account, commit, say);
  const api = createApi(account, keys, commit);
  await commit();

  const standIn: Omit<StripeStandIn, 'answer'> = {
    keys: { ...keys, webhookSecret },
    account,
    clock: {
      now: running.now,
      advanceTo: async (seconds) => {
        await running.advanceTo(seconds);
        // Retries are timed by the real clock.
        deliveries.hurry();
      },
    },
    deliveries,
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
  return {
    ...standIn,
    answer: async (request, response) => {
      try {
        const { method = '', url = '', headers } = request;
        const body = (await readBody(request, maxBodyBytes)).toString();
        if (url.startsWith('/control/')) return await answerControl(standIn, request, response, body);
        const answer = await api({ method, url, headers, body });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      } catch (error) {
        // The client disconnected mid-request; ignore.
        if (request.complete) say(`[stripe] ${(error as Error).stack}`);
        if (response.headersSent || response.destroyed) response.destroy();
        else response.writeHead(500).end();
      }
    },
  };
}

/** Far more than any call needs. */
const maxBodyBytes = 1_000_000;
