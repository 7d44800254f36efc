import { decodeTime, ulid } from 'ulid';
import type { Cookies } from './cookies.ts';
import { isSignature, sign } from './signing.ts';

/** How long a guest is the same guest, from the first visit on. */
export const guestDays = 180;

/**
 * The guest of the cookie, or a new one. Making one writes nothing; without `mints` the browser is not told
 * either, and whoever asks for the new guest's things finds none.
 *
 * @param mints sets the cookie for a new guest
 * @returns the guest's id, a ULID of the first visit
 */
export function findGuest(cookies: Cookies, { mints }: { mints: boolean }): string {
  const known = readGuest(cookies);
  if (known) return known;
  const id = ulid();
  if (mints) {
    cookies.set('guest', `${id}.${sign('guest', id)}`, {
      maxAgeSeconds: guestDays * 86_400,
      // Coming back from the hosted login is another site's link, and the guest's settings move then.
      sameSite: 'lax',
    });
  }
  return id;
}

/** The guest of the cookie: undefined without one, with a forged one, or with one that is too old. */
export function readGuest(cookies: Cookies): string | undefined {
  const [id = '', signature = '', ...more] = cookies.get('guest')?.split('.') ?? [];
  // Before anything is made of it: `decodeTime` throws at whatever is no ULID.
  if (!ulidPattern.test(id) || more.length > 0 || !isSignature('guest', id, signature)) return undefined;
  return Date.now() - decodeTime(id) < guestDays * 86_400_000 ? id : undefined;
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
