import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { requireVariable } from '../environment.ts';

/** Each purpose has its own key, so that signatures cannot be swapped. */
export type SigningPurpose = 'guest' | 'request' | 'address' | 'person' | 'trial';

type SealingPurpose = 'step-up';

type Purpose = SigningPurpose | SealingPurpose;

/** HMAC-SHA-256 as 43 characters of base64url. */
export function sign(purpose: SigningPurpose, text: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(text).digest('base64url');
}

export function isValidSignature(purpose: SigningPurpose, text: string, signature: string): boolean {
  const wanted = Buffer.from(sign(purpose, text));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** Encrypts a text with AES-256-GCM, as base64url. @param owner must be the same to open it */
export function seal(purpose: SealingPurpose, text: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** @returns undefined for what was not sealed here for this owner */
export function unseal(purpose: SealingPurpose, sealed: string, owner: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const nonceBytes = 12;
const tagBytes = 16;

function deriveKey(purpose: Purpose): KeyObject {
  // Rotating the signing secret must not renew trials.
  const secret = requireVariable(purpose === 'trial' ? 'TRIAL_SECRET' : 'SIGNING_SECRET');
  const known = keys.get(purpose);
  if (known?.secret === secret) return known.key;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, 32)));
  keys.set(purpose, { secret, key });
  return key;
}

/** A request signs several times, and deriving a key costs more than a signature. */
const keys = new Map<Purpose, { secret: string; key: KeyObject }>();
