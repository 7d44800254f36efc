import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Store } from '../database/store.ts';
import { readBody } from '../request.ts';
import type { Account, Accounts } from './accounts.ts';
import { type Client, isForSite } from './client.ts';
import { sendError } from './pages.ts';
import { createSignIns, lifetimes } from './sign-ins.ts';
import { createTokens, openKey, scope, type Tokens } from './tokens.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** OAuth 2.0 and OpenID Connect as far as the site uses Cognito's. */
export interface LoginProvider {
  readonly authorize: Answer;
  /** Exchanges a code for tokens. */
  readonly exchange: Answer;
  readonly revoke: Answer;
  readonly listKeys: Answer;
  /** During a session, signing in shows no form. */
  beginSession(request: IncomingMessage, response: ServerResponse, account: Account): Promise<void>;
  endSession(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** @returns undefined for a refresh token that is unknown, expired or revoked */
  renew(refreshToken: string): Tokens | undefined;
  /** Ends sessions and refresh tokens; access tokens stay valid until they expire. */
  forget(account: Account): Promise<void>;
}

export async function createProvider(
  client: Client,
  store: Store,
  accounts: Accounts,
  accessSeconds: number,
): Promise<LoginProvider> {
  const { issueTokens, keySet } = createTokens(client, await openKey(store), accessSeconds);
  const signIns = createSignIns(store, accounts);
  const cookie = createCookie(client);
  const endSession = async (request: IncomingMessage, response: ServerResponse) => {
    await signIns.remove('session', cookie.read(request));
    cookie.send(response, '', 0);
  };
  return {
    authorize: async (request, response) => {
      const { search, searchParams: asked } = new URL(client.origin + request.url);
      if (!isForSite(asked, client))
        return sendError(response, client, 400, 'This sign-in didn’t start at Parley.');
      const challenge = asked.get('code_challenge');
      if (!challenge || !isModelled(asked))
        return redirect(response, callback(client, asked, { error: 'invalid_request' }));
      const session = signIns.find('session', cookie.read(request));
      if (!session) return redirect(response, `/login${search}`);
      const code = await signIns.add('code', { ...session.signIn, id: randomUUID(), challenge });
      redirect(response, callback(client, asked, { code }));
    },
    exchange: async (request, response) => {
      const form = await readForm(request);
      const code = form.get('code') ?? '';
      const found = signIns.find('code', code);
      await signIns.remove('code', code);
      const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
      const isRight =
        form.get('grant_type') === 'authorization_code' &&
        isForSite(form, client) &&
        found?.signIn.challenge === verifier.digest('base64url');
      if (!found || !isRight) return sendJson(response, 400, { error: 'invalid_grant' });
      const refresh_token = await signIns.add('refresh', found.signIn);
      const tokens = issueTokens(found.account, found.signIn);
      sendJson(response, 200, { ...tokens, refresh_token, token_type: 'Bearer' });
    },
    revoke: async (request, response) => {
      await signIns.remove('refresh', (await readForm(request)).get('token') ?? '');
      response.writeHead(200).end();
    },
    listKeys: async (_request, response) => sendJson(response, 200, keySet),
    beginSession: async (request, response, { id: accountId }) => {
      await endSession(request, response);
      const authTime = Math.floor(Date.now() / 1_000);
      cookie.send(response, await signIns.add('session', { accountId, authTime }), lifetimes.session);
    },
    endSession,
    renew: (refreshToken) => {
      const found = signIns.find('refresh', refreshToken);
      return found && issueTokens(found.account, found.signIn);
    },
    forget: signIns.removeAll,
  };
}

function isModelled(asked: URLSearchParams): boolean {
  const wanted = { response_type: 'code', scope, code_challenge_method: 'S256' };
  return Object.entries(wanted).every(([name, value]) => asked.get(name) === value);
}

/** Cookies ignore ports, and several Parleys may run on one machine. */
function createCookie(client: Client) {
  const name = `parley_login_${new URL(client.origin).port}`;
  return {
    read: ({ headers }: IncomingMessage) => parseCookie(headers.cookie ?? '')[name] ?? '',
    send: (response: ServerResponse, value: string, maxAge: number) => {
      const attributes = { httpOnly: true, sameSite: 'lax', path: '/', maxAge } as const;
      response.setHeader('set-cookie', stringifySetCookie({ name, value, ...attributes }));
    },
  };
}

function callback(client: Client, asked: URLSearchParams, answer: Record<string, string>): string {
  const url = new URL(client.callbackUrl);
  const state = asked.get('state');
  url.search = `${new URLSearchParams({ ...answer, ...(state !== null && { state }) })}`;
  return url.href;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, 16 * 1_024))?.toString());
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
