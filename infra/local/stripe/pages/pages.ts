import type { IncomingMessage, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { readBody } from '../../providers/wire.ts';
import { authenticate } from '../setup-intents.ts';
import type { StripeStandIn } from '../stripe.ts';
import { answerConsole, type ConsoleTools } from './console.ts';
import { html } from './html.ts';
import { invoicePage } from './invoice.ts';
import { type PageAnswer, sendPage } from './page.ts';
import { answerPortal, type PortalTools } from './portal.ts';

/** What people see of the stand-in: its console, the customer portal, invoices. */
export interface StripePages {
  /** Answers one request; nothing that is sent makes it throw. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** @param origin where they are, without a slash at the end */
export function createStripePages(
  origin: string,
  standIn: StripeStandIn,
  say: (line: string) => void,
): StripePages {
  const { account, clock, deliveries, keys } = standIn;
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe(keys.secretKey, { protocol: 'http', host: hostname, port, telemetry: false });
  const tools: PortalTools & ConsoleTools = {
    account,
    stripe,
    clock,
    deliveries,
    perform: standIn.perform,
    authenticate: async (id, succeeds) => {
      const secret = account.find('setup_intent', id)?.client_secret;
      await standIn.perform(() => authenticate(account, id, secret, succeeds));
    },
  };

  const route = async (request: IncomingMessage): Promise<PageAnswer> => {
    // A name that leads here by DNS is another site's.
    if (`http://${request.headers.host}` !== origin) return sorry(421, `Stripe’s stand-in is at ${origin}.`);
    const { pathname, searchParams } = new URL(origin + request.url);
    const isForm = request.method === 'POST';
    if (!isForm && request.method !== 'GET' && request.method !== 'HEAD') {
      return sorry(405, 'Pages are for reading.');
    }
    if (isForm && !isOwnForm(request, origin)) return sorry(403, 'This form was not sent from its own page.');
    const fields = isForm
      ? new URLSearchParams((await readBody(request, maxFormBytes)).toString('utf8'))
      : undefined;
    const [, session] = /^\/p\/session\/(\w+)$/.exec(pathname) ?? [];
    const [, invoice] = /^\/i\/(\w+)$/.exec(pathname) ?? [];
    if (session) return answerPortal(tools, session, searchParams, fields);
    if (invoice && !fields) return invoicePage(account, invoice);
    if (pathname === '/') return answerConsole(tools, searchParams, fields);
    return sorry(404, 'There is no such page.');
  };

  return {
    answer: async (request, response) => {
      try {
        sendPage(response, await route(request));
      } catch (error) {
        if (response.headersSent || response.destroyed) response.destroy();
        else sendPage(response, sorry(500, 'The page failed.'));
        if (request.complete) say(`[stripe] ${(error as Error).name}`);
      }
    },
  };
}

const maxFormBytes = 16 * 1024;

/** Another site's form must not do anything here. */
function isOwnForm({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

function sorry(status: number, sentence: string): PageAnswer {
  return {
    status,
    title: 'That did not work',
    body: html`<p role="alert">${sentence}</p><p><a href="/">To the customers and the clock</a></p>`,
  };
}
