import type { MutationKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RoutePath } from '../../shared/routes.ts';
import { ApiError } from '../api.ts';
import { goToLogin } from '../auth/user.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import { queryClient } from '../queries.ts';
import * as texts from '../texts/billing.tsx';

/** Returns a handler: for an expired session it shows a toast, opens the login page, and returns true. */
export function useSessionExpiryHandler(path: RoutePath): (error: unknown) => boolean {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    if (!isExpired) return;
    const timer = setTimeout(() => goToLogin(path), loginDelayMs);
    return () => clearTimeout(timer);
  }, [isExpired, path]);

  return (error) => {
    if (!(error instanceof ApiError && error.status === 401)) return false;
    // `auth/session.ts` shows the toast for these codes.
    if (error.code !== 'session_expired' && error.code !== 'account_deleted') {
      toasts.show(buildFailureToast(texts.sessionExpired, texts.logInAgain));
    }
    setExpired(true);
    return true;
  };
}

const loginDelayMs = 1_500;

/** Ignores a second press that arrives before the button renders as disabled. */
export function runUnlessPending(mutationKey: MutationKey, run: () => void): void {
  if (queryClient.isMutating({ mutationKey }) === 0) run();
}
