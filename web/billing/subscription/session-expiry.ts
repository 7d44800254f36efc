import { useEffect, useState } from 'react';
import type { RoutePath } from '../../../shared/routes.ts';
import { ApiError } from '../../api.ts';
import { goToLogin } from '../../auth/user.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/billing.tsx';

/** The function handles an expired session (toast, then login), and returns true if it did. */
export function useSessionExpiryHandler(path: RoutePath): (error: unknown) => boolean {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setTimeout(() => goToLogin(path), delayMs);
    return () => clearTimeout(timer);
  }, [hasEnded, path]);

  return (error) => {
    if (!(error instanceof ApiError && error.status === 401)) return false;
    // `auth/session.ts` announces this one.
    if (error.code !== 'session_expired') {
      toasts.show(buildFailureToast(texts.sessionExpired, texts.logInAgain));
    }
    setEnded(true);
    return true;
  };
}

const delayMs = 1_500;
