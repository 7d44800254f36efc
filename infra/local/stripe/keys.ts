import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { StripeFault } from './account.ts';
import { lettersAndDigits, type OpenAccount } from './open-account.ts';

export interface ApiKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** The account's keys: made once. */
export function keysOf(account: OpenAccount): ApiKeys {
  const known = account.recall<ApiKeys>('keys');
  if (known) return known;
  const keys = {
    secretKey: `sk_test_${lettersAndDigits(24)}`,
    publishableKey: `pk_test_${lettersAndDigits(24)}`,
  };
  account.remember('keys', keys);
  return keys;
}

/**
 * Whose a call is.
 *
 * @param key what a page sends as a parameter
 * @throws StripeFault for keys that are none of the account's
 */
export function callerOf(
  keys: ApiKeys,
  { authorization = '' }: IncomingHttpHeaders,
  key: unknown,
): 'owner' | 'page' {
  const given = keyIn(authorization) || (typeof key === 'string' ? key : '');
  if (!given) throw refused('You did not provide an API key, as “Authorization: Bearer YOUR_SECRET_KEY”.');
  if (isSame(given, keys.secretKey)) return 'owner';
  if (isSame(given, keys.publishableKey)) return 'page';
  throw refused(`Invalid API Key provided: ${masked(given)}`);
}

function keyIn(authorization: string): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  return scheme && Buffer.from(credentials, 'base64').toString().split(':', 1)[0];
}

/** What is refused may be a real key, sent here by mistake: nobody shall read it in a log. */
function masked(key: string): string {
  const [kind = ''] = /^(?:sk|rk|pk)_(?:test|live)_/.exec(key) ?? [];
  return `${kind}****${key.slice(kind.length).slice(20).slice(-4)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(message: string): StripeFault {
  return new StripeFault(401, { type: 'invalid_request_error', message });
}
