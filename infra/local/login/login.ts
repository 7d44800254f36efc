import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../providers/wire.ts';
import { openStore } from '../store.ts';
import { createAccounts, seedOperator } from './accounts.ts';
import { cognitoHandler } from './cognito.ts';
import { createForms } from './forms.ts';
import { errorPage, sendPage } from './pages.ts';
import { type Client, createProvider, type LoginProvider, paths } from './provider.ts';

/** Cognito's hosted login and its API, on this machine. */
export interface LocalLogin {
  /** What the functions need to find it, and whom its tokens are for. */
  readonly environment: Record<string, string>;
  /** The account that is there from the start. */
  readonly operator: { readonly email: string; readonly password: string };
  /** Answers one request; nothing that is sent makes it throw. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Closes its files. */
  stop(): Promise<void>;
}

/**
 * @param options.origin where it answers, without a slash at the end
 * @param options.siteOrigin the only site that it is for
 * @param options.folder keeps accounts, sessions and keys across restarts; without it everything is in memory
 * @param options.accessSeconds how long access tokens are good for
 * @throws DataFolderUnusable
 */
export async function openLogin(options: {
  origin: string;
  siteOrigin: string;
  folder?: string | undefined;
  accessSeconds: number;
  say: (line: string) => void;
}): Promise<LocalLogin> {
  const { origin, siteOrigin, folder, say } = options;
  const client: Client = {
    clientId: 'parley-local',
    origin,
    issuer: `${origin}/us-east-1_local`,
    callbackUrl: `${siteOrigin}/api/auth/callback`,
    signOutUrl: `${siteOrigin}/`,
  };
  const store = await openStore(folder);
  const accounts = createAccounts(store);
  const operator = await seedOperator(store, accounts);
  const provider = await createProvider(client, store, accounts, options);
  const forms = createForms(client, accounts, provider);
  const cognito = cognitoHandler(client, accounts, provider);

  const answers: Record<string, Answer> = {
    'GET /login': forms.signIn,
    'POST /login': forms.signIn,
    'GET /signup': forms.signUp,
    'POST /signup': forms.signUp,
    'GET /logout': signOut(client, provider),
    [`GET ${paths.authorization}`]: provider.answer,
    [`POST ${paths.token}`]: provider.answer,
    [`POST ${paths.revocation}`]: provider.answer,
    [`GET ${new URL(client.issuer).pathname}/.well-known/jwks.json`]: provider.answer,
    'GET /oauth2/userInfo': userInfo(provider),
    'POST /': cognito,
  };

  return {
    operator,
    environment: {
      LOGIN_ORIGIN: origin,
      LOGIN_CLIENT_ID: client.clientId,
      LOGIN_ISSUER: client.issuer,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: origin,
    },
    answer: async (request, response) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      const refuse = (status: number, sentence: string) =>
        sendPage(response, status, errorPage(client, sentence), client);
      try {
        // A name that leads here by DNS is another site's.
        if (`http://${request.headers.host}` !== origin) return refuse(421, `The login is at ${origin}.`);
        const answer = answers[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
        if (!answer) return refuse(404, 'The login has no such page.');
        await answer(request, response);
      } catch (error) {
        if (response.headersSent || response.destroyed) response.destroy();
        else if (error instanceof AwsError) refuse(error.status, error.message);
        else refuse(500, 'The login failed.');
        if (!(error instanceof AwsError) && request.complete) say(`[login] ${(error as Error).name}`);
      }
    },
    stop: store.close,
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Ends the login's session, and leads back to the site and nowhere else. */
function signOut(client: Client, provider: LoginProvider): Answer {
  return async (request, response) => {
    const { searchParams } = new URL(client.origin + request.url);
    const isOurs =
      searchParams.get('client_id') === client.clientId &&
      searchParams.get('logout_uri') === client.signOutUrl;
    if (!isOurs) {
      const sentence = 'Signing out was not asked for by a page of Parley.';
      return sendPage(response, 400, errorPage(client, sentence), client);
    }
    await provider.endSession(request, response);
    response.writeHead(302, { location: client.signOutUrl, 'cache-control': 'no-store' }).end();
  };
}

function userInfo(provider: LoginProvider): Answer {
  return async (request, response) => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const account = await provider.accountOf(token);
    if (!account) {
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(
      JSON.stringify({
        sub: account.id,
        username: account.id,
        email: account.email,
        email_verified: 'true',
        given_name: account.firstName,
        family_name: account.lastName,
      }),
    );
  };
}
