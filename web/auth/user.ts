import { queryOptions } from '@tanstack/react-query';
import type { RoutePath } from '../../shared/routes.ts';
import { ApiError, call, type Received } from '../api.ts';

export type User = Received<'auth.user'>;

/** Whether there is a session, as far as the page can know: its cookies are out of reach, but this one says so. */
export function isSignedIn(): boolean {
  return /(?:^|; )parley_signed_in=1/.test(document.cookie);
}

/** Who is signed in, or null. Without the cookie nobody is asked: a 401 would be an error in the console. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!isSignedIn()) return null;
    try {
      return await call('auth.user', {}, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Leaves the page for the login. @param returnTo the page to come back to */
export function goToLogin(returnTo?: RoutePath): void {
  leave(loginAddress(returnTo));
}

/** Leaves the page for the login, to make an account there. */
export function goToSignUp(returnTo?: RoutePath): void {
  leave(`${loginAddress(returnTo)}&signup`);
}

export function loginAddress(returnTo: RoutePath = '/'): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/**
 * Keeps what would be lost by leaving for the login.
 *
 * @returns stops it
 */
export function beforeLogin(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

const keepers = new Set<() => void>();

function leave(address: string): void {
  for (const keep of keepers) keep();
  location.assign(address);
}
