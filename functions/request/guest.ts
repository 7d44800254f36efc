import { decodeTime, ulid } from 'ulid';
import { dayMs, daySeconds } from '../../shared/dates.ts';
import type { Cookies } from './cookies.ts';
import { isValidSignature, sign } from './signing.ts';

export const guestCookieDays = 180;

/** Finds the cookie's guest, or makes a new one: the ULID of the first visit. Nothing is written to a table. */
export function ensureGuestId(cookies: Cookies, { setsCookie }: { setsCookie: boolean }): string {
  const known = readGuest(cookies);
  if (known) return known;
  const id = ulid();
  if (setsCookie) {
    cookies.set('guest', `${id}.${sign('guest', id)}`, {
      maxAgeSeconds: guestCookieDays * daySeconds,
      // The return from the hosted login is cross-site, and must carry the guest's settings over.
      sameSite: 'lax',
    });
  }
  return id;
}

export function readGuest(cookies: Cookies): string | undefined {
  const [id = '', signature = '', ...more] = cookies.get('guest')?.split('.') ?? [];
  // Checked first, because `decodeTime` throws for anything but a ULID.
  if (!ulidPattern.test(id) || more.length > 0 || !isValidSignature('guest', id, signature)) return undefined;
  return Date.now() - decodeTime(id) < guestCookieDays * dayMs ? id : undefined;
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
