import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { requireVariable } from '../environment.ts';

/** Each purpose has its own key, so that signatures cannot be swapped. */
export type SigningPurpose = 'guest' | 'request' | 'address' | 'person' | 'trial';

/** HMAC-SHA-256 as 43 characters of base64url. */
export function sign(purpose: SigningPurpose, text: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(text).digest('base64url');
}

export function isValidSignature(purpose: SigningPurpose, text: string, signature: string): boolean {
  const wanted = Buffer.from(sign(purpose, text));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function deriveKey(purpose: SigningPurpose): KeyObject {
  // Rotating the signing secret must not renew trials.
  const secret = requireVariable(purpose === 'trial' ? 'TRIAL_SECRET' : 'SIGNING_SECRET');
  const known = keys.get(purpose);
  if (known?.secret === secret) return known.key;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, 32)));
  keys.set(purpose, { secret, key });
  return key;
}

/** A request signs several times, and deriving a key costs more than a signature. */
const keys = new Map<SigningPurpose, { secret: string; key: KeyObject }>();
