import { createPrivateKey, generateKeyPair, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '../database/store.ts';
import type { Account } from './accounts.ts';
import type { Client } from './client.ts';
import type { SignIn } from './sign-ins.ts';

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** As the site asks. */
export const scope = 'openid email profile';

/** Tokens with Cognito's claims. */
export function createTokens(client: Client, jwk: SigningKey, accessSeconds: number) {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signJwt = (claims: object) => {
    const content = `${encode({ alg: 'RS256', kid: jwk.kid })}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  };
  const issueTokens = (account: Account, { id, authTime }: SignIn): Tokens => {
    const { id: sub, groups, email, firstName, lastName } = account;
    const now = Math.floor(Date.now() / 1_000);
    const common = {
      sub,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      iss: client.issuer,
      origin_jti: id,
      event_id: randomUUID(),
      auth_time: authTime,
      iat: now,
      exp: now + accessSeconds,
    };
    const access = { token_use: 'access', client_id: client.clientId, scope, username: sub };
    const identity = { token_use: 'id', aud: client.clientId, 'cognito:username': sub };
    const person = { email, email_verified: true, given_name: firstName, family_name: lastName };
    return {
      access_token: signJwt({ ...common, ...access, jti: randomUUID() }),
      id_token: signJwt({ ...common, ...identity, ...person, jti: randomUUID() }),
      expires_in: accessSeconds,
      scope,
    };
  };
  const { kid, n, e } = jwk;
  return { issueTokens, keySet: { keys: [{ kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e }] } };
}

type SigningKey = JsonWebKey & { readonly kid: string };

/** Keeps tokens valid across restarts. */
export async function openKey(store: Store): Promise<SigningKey> {
  const known = store.get<SigningKey>('signing-key');
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID() };
  await store.set('signing-key', key);
  return key;
}
