import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStore } from '../database/store.ts';
import { readJsonBody, sendJson } from '../providers/wire.ts';
import { type Accounts, createAccounts, seedOperator } from './accounts.ts';
import type { Client } from './client.ts';
import { createCognitoHandler } from './cognito.ts';
import { createForms, type Handler } from './forms.ts';
import type { Mail } from './own-account.ts';
import { sendError } from './pages.ts';
import { createProvider, type LoginProvider, paths } from './provider.ts';
import { fontFile, fontPath } from './theme.ts';
import { findWording } from './wording.ts';

/** @param options.folder keeps accounts, sessions and keys; in memory by default. @throws DataFolderUnusable */
export async function openLogin(options: {
  origin: string;
  siteOrigin: string;
  folder?: string | undefined;
  accessSeconds: number;
  log: (line: string) => void;
}) {
  const { origin, siteOrigin, folder, log } = options;
  const client = createClient(origin, siteOrigin);
  const store = await openStore(folder);
  const accounts = createAccounts(store);
  const operator = await seedOperator(store, accounts);
  const provider = await createProvider(client, store, accounts, options);
  // This computer sends no mail.
  const mail: Mail = ({ to, text }) => log(`[mail] To ${to}: ${text.trim()}`);
  const routes = createRoutes(client, accounts, provider, mail);
  return {
    operator,
    environment: {
      LOGIN_ORIGIN: origin,
      LOGIN_CLIENT_ID: client.clientId,
      LOGIN_CONFIRMATION_CLIENT_ID: client.confirmation.clientId,
      LOGIN_ISSUER: client.issuer,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: origin,
      AWS_ENDPOINT_URL_SESV2: origin,
      EMAIL_FROM: 'hello@parley.example',
    },
    /** For somebody who lost their phone. @returns false for an unknown email address */
    endSecondFactor: async (email: string): Promise<boolean> => {
      const account = accounts.findByEmail(email);
      if (account) await accounts.secondFactors.remove(account.id);
      return account !== undefined;
    },
    /** Never throws. */
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      const wording = findWording(request);
      const { texts } = wording;
      const refuse = (status: number, message: string) =>
        sendError(response, client, wording, status, message);
      try {
        // Blocks DNS rebinding.
        if (`http://${request.headers.host}` !== origin) return refuse(421, texts.loginIsAt(origin));
        const handle = routes[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
        if (!handle) return refuse(404, texts.noPage);
        await handle(request, response);
      } catch (error) {
        if (response.headersSent || response.destroyed) response.destroy();
        else refuse(500, texts.ourFault);
        if (request.complete) log(`[login] ${(error as Error).name}`);
      }
    },
    stop: store.close,
  };
}

function createClient(origin: string, siteOrigin: string): Client {
  return {
    clientId: 'parley-local',
    confirmation: { clientId: 'parley-local-confirmation', secret: randomBytes(32).toString('base64url') },
    origin,
    issuer: `${origin}/us-east-1_local`,
    callbackUrl: `${siteOrigin}/api/auth/callback`,
    signOutUrl: `${siteOrigin}/`,
  };
}

function createRoutes(
  client: Client,
  accounts: Accounts,
  provider: LoginProvider,
  mail: Mail,
): Record<string, Handler> {
  const forms = createForms(client, accounts, provider);
  return {
    'GET /login': forms.signIn,
    'POST /login': forms.signIn,
    'POST /mfa': forms.secondFactor,
    'GET /signup': forms.signUp,
    'POST /signup': forms.signUp,
    'GET /forgotPassword': forms.forgot,
    'POST /forgotPassword': forms.forgot,
    'POST /confirmForgotPassword': forms.newPassword,
    [`GET ${fontPath}`]: sendFont,
    'GET /logout': signOut(client, provider),
    [`GET ${paths.authorization}`]: provider.handle,
    [`POST ${paths.token}`]: provider.handle,
    [`POST ${paths.revocation}`]: provider.handle,
    [`GET ${new URL(client.issuer).pathname}/.well-known/jwks.json`]: provider.handle,
    'POST /': createCognitoHandler(client, accounts, provider, mail),
    'POST /v2/email/outbound-emails': sendEmail(mail),
  };
}

/** SES's `SendEmail`, as far as functions use it. */
function sendEmail(mail: Mail): Handler {
  return async (request, response) => {
    const { Destination, Content } = (await readJsonBody(request)) as unknown as SendEmailRequest;
    mail({ to: Destination.ToAddresses.join(), text: Content.Simple.Body.Text.Data });
    sendJson(response, { MessageId: randomUUID() });
  };
}

interface SendEmailRequest {
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Simple: { readonly Body: { readonly Text: { readonly Data: string } } } };
}

async function sendFont(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' });
  response.end(await readFile(fontFile));
}

function signOut(client: Client, provider: LoginProvider): Handler {
  return async (request, response) => {
    const { searchParams } = new URL(client.origin + request.url);
    const isOurs =
      searchParams.get('client_id') === client.clientId &&
      searchParams.get('logout_uri') === client.signOutUrl;
    if (!isOurs) {
      const wording = findWording(request);
      return sendError(response, client, wording, 400, wording.texts.foreign);
    }
    await provider.endSession(request, response);
    response.writeHead(302, { location: client.signOutUrl, 'cache-control': 'no-store' }).end();
  };
}
