import {
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type JWTStructured,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { daySeconds } from '../../../shared/dates.ts';
import { sessionDays } from '../../../shared/limits.ts';
import type { Store } from '../database/store.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Client } from './client.ts';
import { sendError } from './pages.ts';
import { findWording } from './wording.ts';

export type LoginProvider = Awaited<ReturnType<typeof createProvider>>;

export const paths = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
} as const;

/** OAuth 2.0 and OpenID Connect on Cognito's paths, with tokens of Cognito's shape. */
export async function createProvider(
  client: Client,
  store: Store,
  accounts: Accounts,
  options: { accessSeconds: number; log: (line: string) => void },
) {
  const keys = await loadKeys(store);
  const provider = configureProvider(client, store, accounts, options.accessSeconds, keys);
  const revoke = async (prefix: string, accountId: string) => {
    const own = store.list<AdapterPayload>(prefix).filter(({ value }) => value.accountId === accountId);
    await Promise.all(own.map(({ key }) => store.delete(key)));
  };
  provider.on('server_error', (_ctx, error) => options.log(`[login] ${error.name}`));
  return {
    handle: provider.callback(),
    /** During a session, sign-in shows no form. */
    beginSession: async (request: IncomingMessage, response: ServerResponse, account: Account) => {
      const context = provider.createContext(request, response);
      await (await provider.Session.get(context)).destroy();
      const session = new provider.Session();
      session.loginAccount({ accountId: account.id });
      await session.save(sessionSeconds);
      const lifetime = { maxAge: sessionSeconds * 1_000 };
      context.cookies.set(provider.cookieName('session'), session.jti, { ...cookie, ...lifetime });
    },
    endSession: async (request: IncomingMessage, response: ServerResponse) => {
      const context = provider.createContext(request, response);
      await (await provider.Session.get(context)).destroy();
      context.cookies.set(provider.cookieName('session'), null, cookie);
    },
    /** Ends sessions and refresh tokens; access tokens stay valid until they expire. */
    revokeAll: ({ id }: Account) => revoke(storePrefix, id),
    /** As for Cognito's user APIs: with this scope, not expired, and of a refresh token that is not revoked. */
    findAccountOfToken: (token: string, scope: string): Account | undefined => {
      const { sub, scope: scopes = '', exp = 0, origin_jti: grantId } = readOwnToken(token, keys.jwk) ?? {};
      const isLive = store
        .list<AdapterPayload>(buildStoreKey('RefreshToken', ''))
        .some(({ value }) => value.grantId === grantId);
      const isAllowed = isLive && scopes.split(' ').includes(scope) && exp * 1_000 > Date.now();
      return isAllowed && sub ? accounts.find(sub) : undefined;
    },
    /** As Cognito, keeps the sessions of the login's own pages. */
    revokeTokens: ({ id }: Account) => revoke(buildStoreKey('RefreshToken', ''), id),
  };
}

function configureProvider(
  client: Client,
  store: Store,
  accounts: Accounts,
  accessSeconds: number,
  { jwk, cookieSecret }: Keys,
): Provider {
  const provider = new Provider(client.issuer, {
    ...configureProtocol(client, accessSeconds),
    adapter: (model: string) => createAdapter(store, model),
    jwks: { keys: [jwk] },
    cookies: { ...configureCookies(client), keys: [cookieSecret] },
    findAccount: (_ctx, id, token) => {
      const account = accounts.find(id);
      return account && { accountId: id, claims: () => buildIdTokenClaims(account, token?.grantId) };
    },
    formats: {
      customizers: { jwt: (ctx, _token, parts) => shapeAccessToken(ctx, parts, accounts) },
    },
  });
  // Cognito sends a code without `iss`.
  provider.on('authorization.success', (_ctx, response) => {
    delete response?.iss;
  });
  // Koa would print the whole error.
  provider.silent = true;
  return provider;
}

const sessionSeconds = 3_600;
const refreshSeconds = sessionDays * daySeconds;

const sessionScopes = ['openid', 'email', 'profile'];
const scopes = [...sessionScopes, 'phone', 'aws.cognito.signin.user.admin'];
/** oidc-provider issues JWT access tokens only for a resource. The name stays internal. */
const resource = 'urn:parley:api';

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  revocation: { enabled: true },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: scopes.join(' '),
      audience: resource,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    }),
  },
};

function configureProtocol(client: Client, accessSeconds: number): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    routes: { ...paths, jwks: `${new URL(client.issuer).pathname}/.well-known/jwks.json` },
    clients: configureClients(client),
    pkce: { required: () => true },
    // For the form, as the managed login has it.
    extraParams: ['lang'],
    scopes,
    claims: {
      openid: ['sub', 'token_use', 'cognito:username', 'cognito:groups', 'origin_jti', 'event_id', 'jti'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    features,
    ttl: {
      AccessToken: accessSeconds,
      IdToken: accessSeconds,
      AuthorizationCode: 300,
      RefreshToken: refreshSeconds,
      Grant: refreshSeconds,
      Session: sessionSeconds,
      Interaction: sessionSeconds,
    },
    rotateRefreshToken: false,
    issueRefreshToken: () => true,
    // Signing out of the login keeps the site's tokens.
    expiresWithSession: () => false,
    interactions: {
      policy,
      // The form's URL carries the whole request.
      url: (_ctx, { params }) => `/login?${new URLSearchParams(params as Record<string, string>)}`,
    },
    loadExistingGrant: createGrant,
    renderError: (ctx, { error, error_description: why = error }) => {
      const wording = findWording(ctx.req);
      sendError(ctx.res, client, wording, ctx.status, wording.texts.refused(why));
      ctx.respond = false;
    },
  };
}

/** Other scopes than a client's are refused, as by Cognito. */
function configureClients({ clientId, confirmation, callbackUrl }: Client) {
  const usual = {
    redirect_uris: [callbackUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    require_auth_time: true,
  };
  return [
    {
      ...usual,
      client_id: clientId,
      token_endpoint_auth_method: 'none' as const,
      scope: sessionScopes.join(' '),
    },
    {
      ...usual,
      client_id: confirmation.clientId,
      client_secret: confirmation.secret,
      token_endpoint_auth_method: 'client_secret_post' as const,
      scope: [...sessionScopes, 'aws.cognito.signin.user.admin'].join(' '),
    },
  ];
}

/** One grant for each sign-in; its id is Cognito's `origin_jti`. */
async function createGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, session, requestParamScopes } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.jti = randomUUID();
  grant.addOIDCScope(requestParamScopes);
  grant.addResourceScope(resource, requestParamScopes);
  await grant.save();
  return grant;
}

function buildIdTokenClaims(account: Account, grantId: string | undefined) {
  return {
    sub: account.id,
    token_use: 'id',
    'cognito:username': account.id,
    ...buildGroupClaims(account),
    origin_jti: grantId,
    event_id: randomUUID(),
    jti: randomUUID(),
    email: account.email,
    email_verified: true,
    given_name: account.firstName,
    family_name: account.lastName,
  };
}

function shapeAccessToken(ctx: KoaContextWithOIDC, token: JWTStructured, accounts: Accounts): void {
  const { payload } = token;
  const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities;
  const source = refreshToken ?? code;
  const account = accounts.find(String(payload.sub));
  Object.assign(payload, {
    token_use: 'access',
    origin_jti: source?.grantId,
    event_id: randomUUID(),
    auth_time: source?.authTime,
    jti: randomUUID(),
    username: payload.sub,
    ...(account && buildGroupClaims(account)),
  });
  // Cognito's access tokens have no audience, but the library requires one: hide it from serialisation.
  Object.defineProperty(payload, 'aud', { enumerable: false });
  token.header = { typ: undefined };
}

function buildGroupClaims({ groups }: Account) {
  return groups.length > 0 ? { 'cognito:groups': groups } : undefined;
}

const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;

/** Cookies ignore ports, and several Parleys may run on one machine. */
function configureCookies(client: Client) {
  const { port } = new URL(client.origin);
  return {
    names: {
      session: `parley_login_${port}`,
      interaction: `parley_login_form_${port}`,
      resume: `parley_login_resume_${port}`,
    },
    long: cookie,
    short: cookie,
  };
}

/** Created once per data folder. */
async function loadKeys(store: Store): Promise<Keys> {
  const known = store.get<Keys>('keys');
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const keys: Keys = {
    jwk: { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' },
    cookieSecret: randomBytes(32).toString('base64url'),
  };
  await store.set('keys', keys);
  return keys;
}

interface Keys {
  readonly jwk: JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' };
  readonly cookieSecret: string;
}

/** The claims of a token that these keys signed. */
function readOwnToken(token: string, jwk: JsonWebKey): AccessClaims | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isOwn = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  return isOwn ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
}

interface AccessClaims {
  readonly sub?: string;
  readonly scope?: string;
  readonly exp?: number;
  readonly origin_jti?: string;
}

const storePrefix = 'oidc:';
const buildStoreKey = (model: string, id: string) => `${storePrefix}${model}:${id}`;

function createAdapter(store: Store, model: string): Adapter {
  const find = (id: string) => store.get<AdapterPayload>(buildStoreKey(model, id));
  const all = () => store.list<AdapterPayload>(`${storePrefix}${model}:`);
  return {
    find: async (id) => find(id),
    findByUid: async (uid) => all().find(({ value }) => value.uid === uid)?.value,
    findByUserCode: async () => undefined,
    upsert: async (id, payload, ttlSeconds) => {
      // Interactions are never resumed: see `interactions.url`.
      if (model !== 'Interaction') await store.set(buildStoreKey(model, id), payload, { ttlSeconds });
    },
    consume: async (id) => {
      const payload = find(id);
      if (!payload) return;
      const now = Math.floor(Date.now() / 1_000);
      const ttlSeconds = payload.exp === undefined ? undefined : payload.exp - now;
      await store.set(buildStoreKey(model, id), { ...payload, consumed: now }, { ttlSeconds });
    },
    destroy: (id) => store.delete(buildStoreKey(model, id)),
    revokeByGrantId: async (grantId) => {
      const revoked = all().filter(({ value }) => value.grantId === grantId);
      await Promise.all(revoked.map(({ key }) => store.delete(key)));
    },
  };
}
