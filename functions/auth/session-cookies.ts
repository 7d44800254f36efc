import { daySeconds } from '../../shared/dates.ts';
import { sessionDays } from '../../shared/limits.ts';
import type { Cookies } from '../request/cookies.ts';

export function setSessionCookies(
  cookies: Cookies,
  tokens: { accessToken: string; refreshToken: string },
): void {
  const maxAgeSeconds = sessionDays * daySeconds;
  // The cookie outlives the token, because an expired token can be renewed.
  cookies.set('access', tokens.accessToken, { maxAgeSeconds, sameSite: 'strict' });
  cookies.set('refresh', tokens.refreshToken, { maxAgeSeconds, sameSite: 'strict' });
  cookies.set('signed-in', '1', { maxAgeSeconds, sameSite: 'lax' });
}

/** The guest's cookie stays, so signing out gives no new allowance. */
export function clearSessionCookies(cookies: Cookies): void {
  cookies.clear('access');
  cookies.clear('refresh');
  cookies.clear('signed-in');
}
