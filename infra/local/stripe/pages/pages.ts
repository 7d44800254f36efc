import type { IncomingMessage } from 'node:http';
import { html } from '../../html.ts';
import { isSameOriginForm, readPath } from '../../request.ts';
import type { StandIn } from '../control.ts';
import { handleConsole } from './console.ts';
import type { PageResult } from './page.ts';
import { handlePortal } from './portal.ts';

/** The console at `/`, and the customer portal at `/p/session/{id}`. */
export async function handlePage(
  standIn: StandIn,
  request: IncomingMessage,
  body: string,
): Promise<PageResult> {
  const { account } = standIn;
  const { origin } = account;
  // Blocks DNS rebinding.
  if (`http://${request.headers.host}` !== origin) return refuse(421, `Stripe’s stand-in is at ${origin}.`);
  const isForm = request.method === 'POST';
  if (isForm && !isSameOriginForm(request, origin)) return refuse(403, 'This form came from another site.');
  const fields = isForm ? new URLSearchParams(body) : undefined;
  const pathname = readPath(request);
  if (pathname === '/') return handleConsole(standIn, fields);
  const [, session] = /^\/p\/session\/(\w+)$/.exec(pathname) ?? [];
  if (!session) return refuse(404, 'This page doesn’t exist.');
  return standIn.perform(() => handlePortal(account, session, fields));
}

function refuse(status: number, message: string): PageResult {
  const body = html`<p role="alert">${message}</p><p><a href="/">Open the console</a></p>`;
  return { status, title: 'That didn’t work', body };
}
