import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringifyCookie } from 'cookie';
import { ulid } from 'ulid';
import { sign } from '../../../functions/request/signing.ts';
import { openStore } from '../../../infra/local/database/store.ts';
import { phrases } from '../../../shared/phrases.ts';
import { signToken } from '../handlers/tokens.ts';
import { historyOf } from '../people/premium.ts';
import { monthly, profileOf } from '../people/profiles.ts';
import { documentsAt, putAll } from './local.ts';
import { type RunningParley, startParley } from './system.ts';

/** Users of a Parley, with valid cookies. */
export interface People {
  /** `Cookie` headers. */
  readonly guests: readonly string[];
  readonly free: readonly string[];
  readonly premium: readonly Subscriber[];
}

/** A Premium user with a history. */
export interface Subscriber {
  readonly id: string;
  /** A `Cookie` header. */
  readonly cookie: string;
  /** The ids of the history, oldest first. */
  readonly kept: readonly string[];
}

/** Numbers of people, and the length of each Premium history. */
export interface Crowd {
  readonly guests: number;
  readonly free: number;
  readonly premium: number;
  readonly history: number;
}

/**
 * Starts a Parley on a data folder and puts people into its tables, signed in for six hours.
 *
 * Their sessions are signed with the login's key from the data folder.
 * Hundreds of real sign-ups would take minutes of password hashing.
 *
 * @param options.flags follow the data folder's
 * @param options.env is added to this process's own
 */
export async function startCrowdedParley(options: {
  crowd: Crowd;
  flags?: readonly string[];
  env?: Record<string, string>;
}) {
  const { crowd, flags = [], env = {} } = options;
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'parley-crowd-'));
  const remove = () => rmSync(dataFolder, { recursive: true });
  try {
    const key = await makeLoginKey(dataFolder);
    const parley = await startParley({ flags: ['--data', dataFolder, ...flags], env });
    /** Ends it and deletes its data. */
    const stop = () => parley.stop().finally(remove);
    try {
      process.env.SIGNING_SECRET = readFileSync(path.join(dataFolder, 'signing-secret'), 'utf8');
      return { parley, people: await settle(parley, key, crowd), stop };
    } catch (error) {
      await parley.stop();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** The local login and its issued tokens, as functions find it in their environment. */
export function loginEnvironment({ login }: RunningParley) {
  return { LOGIN_ORIGIN: login, LOGIN_ISSUER: `${login}/us-east-1_local`, LOGIN_CLIENT_ID: 'parley-local' };
}

async function makeLoginKey(dataFolder: string): Promise<LoginKey> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const id = randomUUID();
  const store = await openStore(path.join(dataFolder, 'login'));
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' };
  await store.set('keys', { jwk, cookieSecret: randomUUID() });
  await store.close();
  return { id, privateKey };
}

async function settle(parley: RunningParley, key: LoginKey, crowd: Crowd): Promise<People> {
  const free = Array.from({ length: crowd.free }, () => randomUUID());
  const premium = Array.from({ length: crowd.premium }, () => randomUUID());
  const kept = Array.from({ length: crowd.history }, (_, index) => {
    const { text } = phrases[index % phrases.length] as { text: string };
    return { text, translatedText: `${text} (es)` };
  });
  const histories = premium.map((id) => historyOf(id, kept));
  const documents = documentsAt(parley.dynamodb);
  await putAll(documents, 'users', [
    ...free.map((id) => profileOf(id)),
    ...premium.map((id) => profileOf(id, { subscription: monthly })),
    ...histories.flat(),
  ]);
  documents.destroy();
  return {
    guests: Array.from({ length: crowd.guests }, guestCookie),
    free: free.map((id) => sessionCookie(parley, key, id)),
    premium: premium.map((id, index) => ({
      id,
      cookie: sessionCookie(parley, key, id),
      kept: (histories[index] ?? []).map(({ sk }) => sk.slice('HISTORY#'.length)),
    })),
  };
}

function guestCookie(): string {
  const id = ulid();
  return stringifyCookie({ parley_guest: `${id}.${sign('guest', id)}` });
}

function sessionCookie(parley: RunningParley, { id: kid, privateKey }: LoginKey, userId: string): string {
  const { LOGIN_ISSUER: iss, LOGIN_CLIENT_ID: client_id } = loginEnvironment(parley);
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    sub: userId,
    iss,
    client_id,
    origin_jti: randomUUID(),
    event_id: randomUUID(),
    token_use: 'access',
    scope: 'openid email profile',
    auth_time: now,
    iat: now,
    exp: now + 6 * 3_600,
    jti: randomUUID(),
    username: userId,
  };
  return stringifyCookie({
    parley_access: signToken(claims, privateKey, { kid }),
    parley_refresh: randomUUID(),
    parley_signed_in: '1',
  });
}

interface LoginKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}
