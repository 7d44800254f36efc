import { setTimeout as wait } from 'node:timers/promises';
import {
  createKeyValueStorageFromCookieStorageAdapter,
  createUserPoolsTokenProvider,
} from 'aws-amplify/adapter-core';
import { requireVariable } from '../environment.ts';
import { ProviderFailed, ProviderTimeout } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';
import { getClientId, getUserPoolId } from './hosted-login.ts';
import { TokenRefused } from './token-refused.ts';
import { type AccessClaims, verifyAccessToken } from './tokens.ts';

export interface Renewed {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly claims: AccessClaims;
}

/** Requests with the same refresh token share one renewal. @throws TokenRefused if the session is over */
export function renew(accessToken: string, refreshToken: string): Promise<Renewed> {
  const known = renewals.get(refreshToken);
  if (known && known.until > Date.now()) return known.renewed;
  const renewal = { renewed: renewNow(accessToken, refreshToken), until: Number.POSITIVE_INFINITY };
  renewals.delete(refreshToken);
  renewals.set(refreshToken, renewal);
  const [oldest = ''] = renewals.keys();
  if (renewals.size > maxRenewals) renewals.delete(oldest);
  renewal.renewed.then(
    ({ claims }) => {
      renewal.until = claims.expiresAt;
    },
    () => {
      if (renewals.get(refreshToken) === renewal) renewals.delete(refreshToken);
    },
  );
  return renewal.renewed;
}

const renewals = new Map<string, { renewed: Promise<Renewed>; until: number }>();

const maxRenewals = 100;

async function renewNow(accessToken: string, refreshToken: string): Promise<Renewed> {
  const stored = { accessToken, refreshToken };
  const provider = createUserPoolsTokenProvider(
    {
      Cognito: {
        userPoolId: getUserPoolId(),
        userPoolClientId: getClientId('site'),
        userPoolEndpoint: new URL('/', requireVariable('LOGIN_ISSUER')).href,
      },
    },
    createKeyValueStorageFromCookieStorageAdapter(createStorage(stored), { getItem: isTrusted }),
  );
  const tokens = await askProvider('cognito', () => limitTime(provider.getTokens()).catch(throwLoginError));
  if (!tokens) throw new TokenRefused('renewal');
  return { ...stored, claims: await verifyAccessToken(stored.accessToken) };
}

/** Amplify's storage, reduced to the two tokens that we have. */
function createStorage(stored: { accessToken: string; refreshToken: string }) {
  const findName = (key: string) =>
    (['accessToken', 'refreshToken'] as const).find((name) => key.endsWith(`.${name}`));
  return {
    getAll: () => [],
    get: (key: string) => {
      const name = findName(key);
      return name && { name: key, value: stored[name] };
    },
    set: (key: string, value: string) => {
      const name = findName(key);
      if (name) stored[name] = value;
    },
    // Ignored: Amplify also deletes before it sets, and returns no tokens after a refusal.
    delete: () => undefined,
  };
}

/** Without this check Amplify would trust any token. Expired ones pass, or they could not be renewed. */
async function isTrusted(key: string, value: string): Promise<boolean> {
  if (!key.endsWith('.accessToken')) return true;
  return verifyAccessToken(value).then(
    () => true,
    () => false,
  );
}

/** Amplify's requests have no timeout. */
function limitTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = wait(4_000, undefined, { ref: false }).then(() => {
    throw new ProviderTimeout('login');
  });
  return Promise.race([answer, late]);
}

/** Amplify returns no tokens for `NotAuthorizedException`, and throws the rest. */
function throwLoginError(error: Error): never {
  if (error instanceof ProviderTimeout) throw error;
  if (refusals.has(error.name)) throw new TokenRefused('renewal', { cause: error });
  throw new ProviderFailed('login', { cause: error });
}

const refusals = new Set([
  'PasswordResetRequiredException',
  'RefreshTokenReuseException',
  'TokenRevokedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]);
