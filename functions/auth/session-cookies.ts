import type { Cookies } from '../request/cookies.ts';

/** How long a sign-in lasts: the user pool's refresh tokens live as long. */
export const sessionDays = 30;

/** They come, stay and go together, so that the page's hint and the session agree. */
export function setSessionCookies(
  cookies: Cookies,
  tokens: { accessToken: string; refreshToken: string },
): void {
  const maxAgeSeconds = sessionDays * 86_400;
  // The access token's cookie outlives the token: what has expired is renewed.
  cookies.set('access', tokens.accessToken, { maxAgeSeconds, sameSite: 'strict' });
  cookies.set('refresh', tokens.refreshToken, { maxAgeSeconds, sameSite: 'strict' });
  cookies.set('signed-in', '1', { maxAgeSeconds, sameSite: 'lax' });
}

/** Never the guest's: signing out makes nobody a new guest. */
export function clearSessionCookies(cookies: Cookies): void {
  cookies.clear('access');
  cookies.clear('refresh');
  cookies.clear('signed-in');
}
