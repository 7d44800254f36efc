import { queryOptions } from '@tanstack/react-query';
import type { RoutePath } from '../../shared/routes.ts';
import { ApiError, call, type Received } from '../api.ts';
import { saveBeforeLeaving } from '../browser/leaving.ts';
import { announceSignOut } from './other-tabs.ts';
import { forgetUserId } from './remembered-user.ts';
import { isSignedIn } from './signed-in.ts';

export type User = Received<'auth.user'>;

/** Null when signed out. Makes no call without the cookie, because browsers log a 401 as an error. */
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

export function goToLogin(returnTo?: RoutePath): void {
  navigate(buildLoginUrl(returnTo));
}

export function goToSignUp(): void {
  navigate(`${buildLoginUrl()}&signup`);
}

/** The hosted login mails a code. */
export function goToNewPassword(): void {
  navigate(`${buildLoginUrl()}&reset`);
}

/** The login asks for the password again, and returns with `account/confirmation.ts`. */
export function goToConfirmation(change: 'email' | 'second-factor'): void {
  navigate(`${buildLoginUrl()}&confirm=${change}`);
}

/** Before the link to the logout is followed. */
export function forgetUser(): void {
  forgetUserId();
  saveBeforeLeaving('logout');
  announceSignOut();
}

export function buildLoginUrl(returnTo: RoutePath = '/'): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

function navigate(address: string): void {
  saveBeforeLeaving('login');
  location.assign(address);
}
