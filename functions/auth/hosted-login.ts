import type { InterfaceLanguageCode } from '../../shared/interface-languages.ts';
import { requireVariable } from '../environment.ts';
import { ProductError, ProviderFailed } from '../errors.ts';
import { askProvider, toProviderError } from '../providers/ask.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/**
 * The pool's app clients. `site` is public and begins sessions. `confirmation` gives the tokens that may change an
 * account, and has a secret, so only `auth.callback` can redeem its codes.
 */
export type LoginClient = keyof typeof clientIds;

const clientIds = { site: 'LOGIN_CLIENT_ID', confirmation: 'LOGIN_CONFIRMATION_CLIENT_ID' } as const;

export function getClientId(client: LoginClient): string {
  return requireVariable(clientIds[client]);
}

export function buildSignInUrl(
  page: keyof typeof signInPages,
  signIn: { state: string; challenge: string; language: InterfaceLanguageCode },
): string {
  const { path, client, scope, ...more } = { ...usual, ...signInPages[page] };
  const url = buildLoginUrl(path);
  const lang = managedLanguages[signIn.language];
  url.search = `${new URLSearchParams({
    client_id: getClientId(client),
    response_type: 'code',
    scope,
    redirect_uri: buildCallbackUrl(),
    state: signIn.state,
    code_challenge: signIn.challenge,
    code_challenge_method: 'S256',
    ...(lang && { lang }),
    ...more,
  })}`;
  return url.href;
}

const usual = { path: '/oauth2/authorize', client: 'site', scope: 'openid email profile' } as const;

/** After a reset, people sign in with the new password. `confirm` asks for it, and may then change the account. */
const signInPages = {
  signin: {},
  signup: { path: '/signup' },
  reset: { path: '/forgotPassword' },
  confirm: {
    client: 'confirmation',
    scope: `${usual.scope} aws.cognito.signin.user.admin`,
    prompt: 'login',
  },
} as const;

/**
 * Cognito's own codes for the parameter `lang`. Its managed login has no Arabic, Hindi or Russian: it is then in English,
 * or as this browser's last login.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-managed-login.html#managed-login-localization
 */
const managedLanguages: Partial<Record<InterfaceLanguageCode, string>> = {
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  it: 'it',
  ja: 'ja',
  ko: 'ko',
  pt: 'pt-BR',
  zh: 'zh-CN',
};

export function buildSignOutUrl(): string {
  const url = buildLoginUrl('/logout');
  url.search = `${new URLSearchParams({
    client_id: getClientId('site'),
    logout_uri: `${requireVariable('SITE_ORIGIN')}/`,
  })}`;
  return url.href;
}

/**
 * The client `confirmation` has a secret, which goes into the form: `client_secret_post` of
 * https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html
 * @returns undefined if the login refuses the code
 */
export async function exchangeCode(
  client: LoginClient,
  code: string,
  { verifier, secret }: { verifier: string; secret?: string },
): Promise<Tokens | undefined> {
  const { status, body } = await postForm('/oauth2/token', 4_000, {
    grant_type: 'authorization_code',
    client_id: getClientId(client),
    ...(secret !== undefined && { client_secret: secret }),
    redirect_uri: buildCallbackUrl(),
    code,
    code_verifier: verifier,
  });
  if (status >= 400 && status < 500) return undefined;
  if (status !== 200) throw new ProviderFailed('login');
  const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = parseTokens(body);
  if (!accessToken || !idToken || !refreshToken) throw new ProviderFailed('login');
  return { accessToken, idToken, refreshToken };
}

export async function revokeRefreshToken(refreshToken: string): Promise<void> {
  const { status } = await postForm('/oauth2/revoke', 2_000, {
    client_id: getClientId('site'),
    token: refreshToken,
  });
  if (status !== 200) throw new ProviderFailed('login');
}

export async function fetchKeys(url: string): Promise<ArrayBuffer> {
  return callLogin(2_000, async (signal) => {
    const response = await fetch(url, { signal, redirect: 'error' });
    if (response.status !== 200) throw new ProviderFailed('login');
    return response.arrayBuffer();
  });
}

/** The issuer's URL ends with the user pool's id. */
export function getUserPoolId(): string {
  return new URL(requireVariable('LOGIN_ISSUER')).pathname.slice(1);
}

function postForm(path: string, timeoutMs: number, form: Record<string, string>) {
  return callLogin(timeoutMs, async (signal) => {
    const response = await fetch(buildLoginUrl(path), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal,
    });
    if (response.status >= 500) throw new ProviderFailed('login');
    return { status: response.status, body: await response.text() };
  });
}

/** The timeout covers the whole answer. */
async function callLogin<Answer>(timeoutMs: number, call: (signal: AbortSignal) => Promise<Answer>) {
  return askProvider('cognito', () =>
    call(AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
      throw error instanceof ProductError ? error : toProviderError('login', error);
    }),
  );
}

function parseTokens(body: string): Partial<Record<string, string>> {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ProviderFailed('login', { cause: error });
  }
}

function buildLoginUrl(path: string): URL {
  return new URL(path, requireVariable('LOGIN_ORIGIN'));
}

/** Must equal the registered URL exactly. */
function buildCallbackUrl(): string {
  return `${requireVariable('SITE_ORIGIN')}/api/auth/callback`;
}
