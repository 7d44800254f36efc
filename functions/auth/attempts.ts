import { createHash, randomBytes } from 'node:crypto';
import { type RoutePath, routes } from '../../shared/routes.ts';
import type { Cookies } from '../request/cookies.ts';

/** One attempt to sign in, kept by the browser that began it, under a name that holds its state. */
interface Attempt {
  readonly verifier: string;
  readonly returnTo: RoutePath;
}

/** Several tabs may each begin one: they know nothing of each other. */
export function beginAttempt(cookies: Cookies, returnTo: RoutePath): { state: string; challenge: string } {
  forgetTooMany(cookies);
  const state = randomBytes(16).toString('hex');
  const verifier = randomBytes(32).toString('base64url');
  cookies.set(`login-${state}`, `${verifier}:${returnTo}`, {
    maxAgeSeconds: 300,
    // The way back from the login is another site's link.
    sameSite: 'lax',
  });
  return { state, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The attempt of this browser that the state names. It counts once: its cookie is cleared, however it ends. */
export function takeAttempt(cookies: Cookies, state: string): Attempt | undefined {
  if (!statePattern.test(state)) return undefined;
  const kept = cookies.get(`login-${state}`);
  if (kept === undefined) return undefined;
  cookies.clear(`login-${state}`);
  const [verifier = '', path] = kept.split(':', 2);
  const returnTo = routes.find((route) => route.path === path)?.path;
  return returnTo && { verifier, returnTo };
}

/** Another site's page can begin any number, and browsers and servers carry only so many cookies. */
function forgetTooMany(cookies: Cookies): void {
  const earlier = cookies.sent('login-').filter((name) => statePattern.test(name.slice('login-'.length)));
  if (earlier.length < 20) return;
  for (const name of earlier) cookies.clear(name);
}

const statePattern = /^[0-9a-f]{32}$/;
