import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier';
import {
  CognitoJwtInvalidClientIdError,
  CognitoJwtInvalidTokenUseError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  JwtExpiredError,
  JwtInvalidIssuerError,
  JwtInvalidSignatureAlgorithmError,
  JwtInvalidSignatureError,
  JwtNotBeforeError,
  JwtParseError,
  JwtWithoutValidKidError,
  KidNotFoundInJwksError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier';
import { requireVariable } from '../environment.ts';
import { ProviderFailed } from '../errors.ts';
import { fetchKeys, getClientId, type LoginClient } from './hosted-login.ts';
import { TokenRefused } from './token-refused.ts';

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly groups: readonly string[];
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface IdClaims {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** When the person last proved who they are. */
  readonly authenticatedAt: number;
}

/** Expired tokens pass, because they may be renewed: callers check `expiresAt`. */
export async function verifyAccessToken(token: string, client: LoginClient = 'site'): Promise<AccessClaims> {
  const payload = await verify(token, {
    audience: null,
    graceSeconds: Number.POSITIVE_INFINITY,
    customJwtCheck: ({ payload }) => {
      checkFields(payload, 'access', client);
      // The grace applies to `exp` only.
      if ((payload.nbf ?? 0) * 1_000 > Date.now()) throw new TokenRefused('nbf');
    },
  });
  const { exp, iat, 'cognito:groups': groups } = payload;
  if (exp === undefined) throw new TokenRefused('exp');
  if (iat === undefined) throw new TokenRefused('iat');
  return {
    userId: requireClaim(payload, 'sub'),
    sessionId: requireClaim(payload, 'origin_jti'),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    issuedAt: iat * 1_000,
    expiresAt: exp * 1_000,
  };
}

export async function verifyIdToken(token: string, client: LoginClient): Promise<IdClaims> {
  const payload = await verify(token, {
    audience: null,
    customJwtCheck: ({ payload }) => checkFields(payload, 'id', client),
  });
  return {
    userId: requireClaim(payload, 'sub'),
    email: readClaim(payload, 'email'),
    firstName: readClaim(payload, 'given_name'),
    lastName: readClaim(payload, 'family_name'),
    authenticatedAt: Number(payload.auth_time) * 1_000,
  };
}

/** An access token names the client in `client_id`, an ID token in `aud`. */
function checkFields(payload: JwtPayload, tokenUse: 'access' | 'id', client: LoginClient): void {
  validateCognitoJwtFields(payload, { tokenUse, clientId: getClientId(client) });
}

async function verify(token: string, rules: Rules): Promise<JwtPayload> {
  try {
    verifier ??= createVerifier();
    return await verifier.verify(token, rules);
  } catch (error) {
    const hasBrokenKeys = error instanceof JwksValidationError || error instanceof JwkValidationError;
    if (hasBrokenKeys) throw new ProviderFailed('login', { cause: error });
    if (error instanceof JwtBaseError) throw new TokenRefused(nameFault(error), { cause: error });
    throw error;
  }
}

type Verifier = ReturnType<typeof createVerifier>;
type Rules = Parameters<Verifier['verify']>[1];

let verifier: Verifier | undefined;

function createVerifier() {
  const issuer = requireVariable('LOGIN_ISSUER');
  return JwtVerifier.create(
    { issuer, jwksUri: `${issuer}/.well-known/jwks.json` },
    // The library's own fetcher refuses http, which a local issuer uses.
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchKeys } }) },
  );
}

function requireClaim(payload: JwtPayload, claim: string): string {
  const value = payload[claim];
  if (typeof value !== 'string' || value === '') throw new TokenRefused(claim);
  return value;
}

function readClaim(payload: JwtPayload, claim: string): string {
  const value = payload[claim];
  return typeof value === 'string' ? value : '';
}

/** The library's errors do not set their names. */
function nameFault(error: JwtBaseError): string {
  return faults.find(([kind]) => error instanceof kind)?.[1] ?? 'token';
}

const faults = [
  [JwtParseError, 'malformed'],
  [JwtWithoutValidKidError, 'key'],
  [KidNotFoundInJwksError, 'key'],
  [WaitPeriodNotYetEndedJwkError, 'key'],
  [JwtInvalidSignatureAlgorithmError, 'alg'],
  [JwtInvalidSignatureError, 'signature'],
  [JwtExpiredError, 'exp'],
  [JwtNotBeforeError, 'nbf'],
  [JwtInvalidIssuerError, 'iss'],
  [CognitoJwtInvalidTokenUseError, 'token_use'],
  [CognitoJwtInvalidClientIdError, 'client_id'],
] as const;
