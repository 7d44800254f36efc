import { createHash, randomBytes } from 'node:crypto';
import { type RoutePath, routes } from '../../shared/routes.ts';
import type { Cookies } from '../request/cookies.ts';

/** Kept in a cookie that is named after its state, because each tab may have its own sign-in. */
export interface SignIn {
  readonly verifier: string;
  readonly returnTo: RoutePath;
  /** What somebody who is signed in already wants to change. It begins no session. */
  readonly change?: Change;
}

export type Change = (typeof changes)[number];

const changes = ['email', 'second-factor'] as const;

export function beginSignIn(
  cookies: Cookies,
  returnTo: RoutePath,
  change: Change | undefined,
): { state: string; challenge: string } {
  clearSignInsIfTooMany(cookies);
  const state = randomBytes(16).toString('hex');
  const verifier = randomBytes(32).toString('base64url');
  cookies.set(`login-${state}`, `${verifier}:${returnTo}${change ? `:${change}` : ''}`, {
    maxAgeSeconds: 300,
    // The login's redirect comes from another site.
    sameSite: 'lax',
  });
  return { state, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Clears the cookie: a sign-in can be used once. */
export function takeSignIn(cookies: Cookies, state: string): SignIn | undefined {
  if (!statePattern.test(state)) return undefined;
  const kept = cookies.get(`login-${state}`);
  if (kept === undefined) return undefined;
  cookies.clear(`login-${state}`);
  const [verifier = '', path, purpose] = kept.split(':', 3);
  const returnTo = routes.find((route) => route.path === path)?.path;
  const change = changes.find((each) => each === purpose);
  return returnTo && { verifier, returnTo, ...(change && { change }) };
}

/** Another site can start any number of sign-ins, and browsers limit cookies. */
function clearSignInsIfTooMany(cookies: Cookies): void {
  const earlier = cookies.listSignIns().filter((name) => statePattern.test(name.slice('login-'.length)));
  if (earlier.length < 20) return;
  for (const name of earlier) cookies.clear(name);
}

const statePattern = /^[0-9a-f]{32}$/;
