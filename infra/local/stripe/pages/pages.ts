import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from '../../html.ts';
import { isOwnForm, readPath } from '../../request.ts';
import type { StandIn } from '../control.ts';
import { answerConsole } from './console.ts';
import { type PageAnswer, sendPage } from './page.ts';
import { answerPortal } from './portal.ts';

/** The console at `/`, and the customer portal at `/p/session/{id}`. */
export async function answerPage(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  sendPage(response, await findPage(standIn, request, body));
}

async function findPage(standIn: StandIn, request: IncomingMessage, body: string): Promise<PageAnswer> {
  const { account } = standIn;
  const { origin } = account;
  // Another site's name may resolve to this machine.
  if (`http://${request.headers.host}` !== origin) return refuse(421, `Stripe’s stand-in is at ${origin}.`);
  const isForm = request.method === 'POST';
  if (isForm && !isOwnForm(request, origin)) return refuse(403, 'This form came from another site.');
  const fields = isForm ? new URLSearchParams(body) : undefined;
  const pathname = readPath(request);
  if (pathname === '/') return answerConsole(standIn, fields);
  const [, session] = /^\/p\/session\/(\w+)$/.exec(pathname) ?? [];
  if (!session) return refuse(404, 'This page doesn’t exist.');
  return standIn.perform(() => answerPortal(account, session, fields));
}

function refuse(status: number, message: string): PageAnswer {
  const body = html`<p role="alert">${message}</p><p><a href="/">Open the console</a></p>`;
  return { status, title: 'That didn’t work', body };
}
