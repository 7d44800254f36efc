import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { environment } from '../environment.ts';

/** What a signature is for: each purpose has a key of its own, so that one is never taken for another. */
export type SigningPurpose = 'guest' | 'request' | 'address' | 'person' | 'trial';

/** An HMAC-SHA-256 with the purpose's key, as 43 characters of base64url. */
export function sign(purpose: SigningPurpose, text: string): string {
  return createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');
}

export function isSignature(purpose: SigningPurpose, text: string, signature: string): boolean {
  const wanted = Buffer.from(sign(purpose, text));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function keyOf(purpose: SigningPurpose): Buffer {
  // Rotating the signing secret must not give everybody another trial.
  const secret = environment(purpose === 'trial' ? 'TRIAL_SECRET' : 'SIGNING_SECRET');
  return Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, 32));
}
