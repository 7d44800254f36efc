import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RoutePath } from '../../shared/routes.ts';
import { sessionEvents } from '../api.ts';
import { useOnline } from '../browser/online.ts';
import { Button } from '../components/controls/button.tsx';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/account.ts';
import { buildLoginUrl, goToLogin, userQuery } from './user.ts';

/** A page for signed-in users. Others see a toast and go to the login, which returns here. */
export function SignedInOnly({ path, children }: { path: RoutePath; children: ReactNode }) {
  const { data: user, errorUpdateCount, isFetching, refetch } = useQuery(userQuery);
  const isOnline = useOnline();
  const isSignedOut = user === null;
  const cause = useRef<Cause>('guest');

  useEffect(() => {
    if (!user) return;
    cause.current = 'signed-out';
    const onExpired = () => {
      cause.current = 'expired';
    };
    sessionEvents.addEventListener('session-expired', onExpired);
    return () => sessionEvents.removeEventListener('session-expired', onExpired);
  }, [user]);
  useEffect(() => {
    if (!isSignedOut) return;
    const { toast, delayMs } = redirects[cause.current];
    if (toast) toasts.show(buildFailureToast(...toast));
    // Replaces this page, so that Back does not lead to the login again.
    const timer = setTimeout(() => location.replace(buildLoginUrl(path)), delayMs);
    return () => clearTimeout(timer);
  }, [isSignedOut, path]);

  if (user) return children;
  if (isSignedOut) {
    return (
      <Placeholder message={texts.logInToSee}>
        <Button variant="primary" onClick={() => goToLogin(path)}>
          {texts.logIn}
        </Button>
      </Placeholder>
    );
  }
  if (errorUpdateCount > 0) {
    return (
      <Placeholder message={isOnline ? texts.loginUnknown : texts.offline}>
        <Button isDisabled={isFetching} onClick={() => refetch()}>
          {isFetching ? texts.tryingAgain : texts.tryAgain}
        </Button>
      </Placeholder>
    );
  }
  return <Placeholder message={texts.oneMoment} />;
}

/** Toast and delay before the login. `session.ts` announces an expired session. */
const redirects: Record<Cause, { toast?: readonly [title: string, description: string]; delayMs: number }> = {
  guest: { toast: [texts.unauthorized, texts.loggingInAgain], delayMs: 500 },
  'signed-out': { toast: [texts.sessionExpired, texts.logInAgain], delayMs: 1_500 },
  expired: { delayMs: 1_500 },
};

type Cause = 'guest' | 'signed-out' | 'expired';

function Placeholder({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-5 text-center">
      <p role="status" className="text-lg text-muted">
        {message}
      </p>
      {children}
    </div>
  );
}
