import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStore } from '../database/store.ts';
import { isSameOriginForm, readBody, readPath } from '../gateway/request.ts';
import { html } from '../html.ts';
import { Account, type Recovery } from './account/account.ts';
import { Deliveries } from './account/deliveries.ts';
import { createApi, readKeys } from './api.ts';
import { startClock } from './billing/due.ts';
import { handleCommand, type StandIn } from './control.ts';
import { setUpAccount } from './merchant/set-up.ts';
import { handleHostedInvoice } from './pages/hosted-invoice.ts';
import { handlePortal, type PageResult, sendPage } from './pages/portal.ts';
import { scriptPath, sendScript, standInPath } from './script.ts';

/** @param options.folder keeps the account; in memory by default. @throws DataFolderUnusable */
export async function openStripe(options: {
  origin: string;
  folder?: string | undefined;
  webhookUrl: string;
  recovery?: Recovery | undefined;
  log: (line: string) => void;
}) {
  const { origin, folder, webhookUrl, recovery, log } = options;
  const store = await openStore(folder);
  const account = new Account(store, origin, recovery);
  const keys = readKeys(account);
  const { secret: webhookSecret } = account.runAt(account.now(), () => setUpAccount(account, webhookUrl));
  const deliveries = new Deliveries(account, log);
  const commit = async () => {
    await account.flush();
    deliveries.deliverPending();
  };
  const clock = startClock(account, commit, log);
  const api = createApi(account, keys, commit);
  await commit();

  const standIn: StandIn = {
    account,
    clock,
    deliveries,
    perform: async (work) => {
      const result = account.runAt(account.now(), work);
      await commit();
      return result;
    },
  };
  return {
    ...standIn,
    keys: { ...keys, webhookSecret },
    /** Serves Stripe's API at `/v1/…`, local commands at `/control/…`, and the portal. Never throws. */
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      try {
        await handleRequest(standIn, api, request, response);
      } catch (error) {
        // The client disconnected mid-request; ignore.
        if (request.complete) log(`[stripe] ${(error as Error).stack}`);
        if (response.headersSent || response.destroyed) response.destroy();
        else response.writeHead(500).end();
      }
    },
    stop: async () => {
      clock.stop();
      await deliveries.stop();
      await account.flush();
      await store.close();
    },
  };
}

async function handleRequest(
  standIn: StandIn,
  api: ReturnType<typeof createApi>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', headers } = request;
  if (readPath(request) === scriptPath) return sendScript(response);
  const url = (request.url ?? '').replace(new RegExp(`^${standInPath}(?=/)`), '');
  request.url = url;
  const body = (await readBody(request, maxBodyBytes))?.toString();
  if (body === undefined) return void response.writeHead(413).end();
  if (url.startsWith('/control/')) return handleCommand(standIn, request, response, body);
  if (!url.startsWith('/v1/')) return sendPage(response, await handlePage(standIn, request, body));
  const result = await api({ method, url, headers, body });
  response.writeHead(result.status, result.headers).end(result.body);
}

const maxBodyBytes = 1_000_000;

/** The customer portal at `/p/session/{id}`, and invoices at `/i/{id}`. */
async function handlePage(standIn: StandIn, request: IncomingMessage, body: string): Promise<PageResult> {
  const { account } = standIn;
  const { origin } = account;
  // Blocks DNS rebinding.
  if (`http://${request.headers.host}` !== origin) return refuse(421, `Stripe’s stand-in is at ${origin}.`);
  const isForm = request.method === 'POST';
  if (isForm && !isSameOriginForm(request, origin)) return refuse(403, 'This form came from another site.');
  const fields = isForm ? new URLSearchParams(body) : undefined;
  const path = readPath(request);
  if (path.startsWith('/i/')) return standIn.perform(() => handleHostedInvoice(account, path, fields));
  const [, session] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (!session) return refuse(404, 'This page doesn’t exist.');
  return standIn.perform(() => handlePortal(account, session, fields));
}

function refuse(status: number, message: string): PageResult {
  return { status, title: 'That didn’t work', body: html`<p role="alert">${message}</p>` };
}
