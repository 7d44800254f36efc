import type { IncomingMessage } from 'node:http';
import { readBody } from '../../providers/wire.ts';
import type { StripeStandIn } from '../stripe.ts';
import { answerConsole } from './console.ts';
import { html } from './html.ts';
import { type PageAnswer, sendPage } from './page.ts';
import { answerPortal } from './portal.ts';

/**
 * The console at `/`, and the customer portal at `/p/session/{id}`.
 *
 * @param origin the pages' address, without a slash at the end
 */
export function createStripePages(
  origin: string,
  standIn: StripeStandIn,
  say: (line: string) => void,
): Pick<StripeStandIn, 'answer'> {
  return {
    answer: async (request, response) => {
      try {
        sendPage(response, await findPage(origin, standIn, request));
      } catch (error) {
        if (response.headersSent || response.destroyed) response.destroy();
        else sendPage(response, sorry(500, 'The page failed.'));
        if (request.complete) say(`[stripe] ${(error as Error).name}`);
      }
    },
  };
}

async function findPage(
  origin: string,
  standIn: StripeStandIn,
  request: IncomingMessage,
): Promise<PageAnswer> {
  // Another site's name may resolve to this machine.
  if (`http://${request.headers.host}` !== origin) return sorry(421, `Stripe’s stand-in is at ${origin}.`);
  const { pathname, searchParams } = new URL(origin + request.url);
  const isForm = request.method === 'POST';
  if (isForm && !isOwnForm(request, origin)) return sorry(403, 'This form came from another site.');
  const body = isForm ? await readBody(request, maxFormBytes) : undefined;
  const fields = body && new URLSearchParams(body.toString('utf8'));
  const [, session] = /^\/p\/session\/(\w+)$/.exec(pathname) ?? [];
  if (pathname === '/') return answerConsole(standIn, fields);
  if (!session) return sorry(404, 'There is no such page.');
  const { account } = standIn;
  const isForCard = searchParams.has('card');
  return standIn.perform(() => answerPortal(account, session, { fields, isForCard }));
}

const maxFormBytes = 16 * 1024;

function isOwnForm({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

function sorry(status: number, sentence: string): PageAnswer {
  const body = html`<p role="alert">${sentence}</p><p><a href="/">Open the console</a></p>`;
  return { status, title: 'That did not work', body };
}
