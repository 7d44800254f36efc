import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStore } from '../database/store.ts';
import { readBody, readPath } from '../request.ts';
import { Account, type Recovery } from './account/account.ts';
import { startClock } from './account/clock.ts';
import { Deliveries } from './account/deliveries.ts';
import { createApi, readKeys } from './api.ts';
import { answerControl, type StandIn } from './control.ts';
import { answerPage } from './pages/pages.ts';
import { callsPath, scriptPath, sendScript } from './script.ts';
import { setUpAccount } from './shop/catalogue.ts';

/** @param options.folder keeps the account; in memory by default. @throws DataFolderUnusable */
export async function openStripe(options: {
  origin: string;
  folder?: string | undefined;
  webhookUrl: string;
  recovery?: Recovery | undefined;
  say: (line: string) => void;
}) {
  const { origin, folder, webhookUrl, recovery, say } = options;
  const store = await openStore(folder);
  const account = new Account(store, origin, recovery);
  const keys = readKeys(account);
  const { secret: webhookSecret } = account.at(account.now(), () => setUpAccount(account, webhookUrl));
  const deliveries = new Deliveries(account, say);
  const commit = async () => {
    await account.flush();
    deliveries.deliverPending();
  };
  const running = startClock(account, commit, say);
  const api = createApi(account, keys, commit);
  await commit();

  const parts: StandIn = {
    account,
    clock: {
      now: running.now,
      advanceTo: async (seconds) => {
        await running.advanceTo(seconds);
        // Retries are timed by the real clock.
        deliveries.retryNow();
      },
    },
    deliveries,
    perform: async (work) => {
      const result = account.at(account.now(), work);
      await commit();
      return result;
    },
  };
  return {
    ...parts,
    keys: { ...keys, webhookSecret },
    /** Answers Stripe's API at `/v1/…`, this machine's commands at `/control/…`, and pages. Never throws. */
    answer: async (request: IncomingMessage, response: ServerResponse) => {
      try {
        await answer(parts, api, request, response);
      } catch (error) {
        // The client disconnected mid-request; ignore.
        if (request.complete) say(`[stripe] ${(error as Error).stack}`);
        if (response.headersSent || response.destroyed) response.destroy();
        else response.writeHead(500).end();
      }
    },
    stop: async () => {
      running.stop();
      await deliveries.stop();
      await account.flush();
      await store.close();
    },
  };
}

async function answer(
  parts: StandIn,
  api: ReturnType<typeof createApi>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', headers } = request;
  if (readPath(request) === scriptPath) return sendScript(response);
  const url = (request.url ?? '').replace(new RegExp(`^${callsPath}(?=/)`), '');
  request.url = url;
  const body = (await readBody(request, maxBodyBytes))?.toString();
  if (body === undefined) return void response.writeHead(413).end();
  if (url.startsWith('/control/')) return answerControl(parts, request, response, body);
  if (!url.startsWith('/v1/')) return answerPage(parts, request, response, body);
  const { status, headers: answered, body: json } = await api({ method, url, headers, body });
  response.writeHead(status, answered).end(json);
}

const maxBodyBytes = 1_000_000;
