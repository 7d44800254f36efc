import { environment } from '../environment.ts';
import { ProductError, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';

/** What the login hands out for a session. */
export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** Where the browser signs in, or makes an account first; the answer comes back to the callback. */
export function signInAddress(attempt: { state: string; challenge: string; signup: boolean }): string {
  const address = loginAddress(attempt.signup ? '/signup' : '/oauth2/authorize');
  address.search = `${new URLSearchParams({
    client_id: environment('LOGIN_CLIENT_ID'),
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: callbackAddress(),
    state: attempt.state,
    code_challenge: attempt.challenge,
    code_challenge_method: 'S256',
  })}`;
  return address.href;
}

/** Where the browser's session with the login itself ends; the way leads back to our first page. */
export function signOutAddress(): string {
  const address = loginAddress('/logout');
  address.search = `${new URLSearchParams({
    client_id: environment('LOGIN_CLIENT_ID'),
    logout_uri: `${environment('SITE_ORIGIN')}/`,
  })}`;
  return address.href;
}

/**
 * The tokens for a code that came back.
 *
 * @returns undefined where the login refuses: the code is used, expired, or another attempt's
 * @throws ProviderFailed, ProviderTimeout
 */
export async function exchangeCode(code: string, verifier: string): Promise<Tokens | undefined> {
  const { status, body } = await post('/oauth2/token', 4_000, {
    grant_type: 'authorization_code',
    client_id: environment('LOGIN_CLIENT_ID'),
    redirect_uri: callbackAddress(),
    code,
    code_verifier: verifier,
  });
  if (status >= 400 && status < 500) return undefined;
  if (status !== 200) throw new ProviderFailed('login');
  const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = parseTokens(body);
  if (!accessToken || !idToken || !refreshToken) throw new ProviderFailed('login');
  return { accessToken, idToken, refreshToken };
}

/**
 * From now on the refresh token gives no new access tokens.
 *
 * @throws ProviderFailed, ProviderTimeout when the login did not confirm it
 */
export async function revokeRefreshToken(refreshToken: string): Promise<void> {
  const { status } = await post('/oauth2/revoke', 2_000, {
    client_id: environment('LOGIN_CLIENT_ID'),
    token: refreshToken,
  });
  if (status !== 200) throw new ProviderFailed('login');
}

/**
 * The public keys' document.
 *
 * @throws ProviderFailed, ProviderTimeout
 */
export async function readKeys(address: string): Promise<ArrayBuffer> {
  return ask(2_000, async (signal) => {
    const response = await fetch(address, { signal, redirect: 'error' });
    if (response.status !== 200) throw new ProviderFailed('login');
    return response.arrayBuffer();
  });
}

/** Cognito's user pool: the issuer's address ends with its id. */
export function userPoolId(): string {
  return new URL(environment('LOGIN_ISSUER')).pathname.slice(1);
}

function post(path: string, timeoutMs: number, form: Record<string, string>) {
  return ask(timeoutMs, async (signal) => {
    const response = await fetch(loginAddress(path), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal,
    });
    if (response.status >= 500) throw new ProviderFailed('login');
    return { status: response.status, body: await response.text() };
  });
}

/** The time counts until the whole answer is there. */
async function ask<Answer>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  return askProvider('cognito', () => call(AbortSignal.timeout(timeoutMs)).catch(ownError));
}

function ownError(error: Error): never {
  if (error instanceof ProductError) throw error;
  if (error.name === 'TimeoutError') throw new ProviderTimeout('login', { cause: error });
  throw new ProviderFailed('login', { cause: error });
}

function parseTokens(body: string): Partial<Record<string, string>> {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ProviderFailed('login', { cause: error });
  }
}

function loginAddress(path: string): URL {
  return new URL(path, environment('LOGIN_ORIGIN'));
}

/** Registered with the login letter for letter. */
function callbackAddress(): string {
  return `${environment('SITE_ORIGIN')}/api/auth/callback`;
}
