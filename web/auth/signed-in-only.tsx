import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { RoutePath } from '../../shared/routes.ts';
import { Button } from '../components/button.tsx';
import { toasts } from '../components/toasts.ts';
import { goToLogin, loginAddress, userQuery } from './user.ts';

/** A page for who is signed in. Anybody else is told so and taken to the login, which comes back to it. */
export function SignedInOnly({ path, children }: { path: RoutePath; children: ReactNode }) {
  const { data: user, isError, isFetching, refetch } = useQuery(userQuery);
  const isSignedOut = user === null;

  useEffect(() => {
    if (!isSignedOut) return;
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    });
    // In place of this page, or the way back would lead to the login again.
    const timer = setTimeout(() => location.replace(loginAddress(path)), delayMs);
    return () => clearTimeout(timer);
  }, [isSignedOut, path]);

  if (user) return children;
  if (isSignedOut) {
    return (
      <Waiting sentence="Log in to see this page.">
        <Button look="primary" onClick={() => goToLogin(path)}>
          Log in
        </Button>
      </Waiting>
    );
  }
  if (isError && !isFetching) {
    return (
      <Waiting sentence="It could not be checked who is signed in.">
        <Button onClick={() => refetch()}>Try again</Button>
      </Waiting>
    );
  }
  return <Waiting sentence="One moment…" />;
}

const delayMs = 500;

function Waiting({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-5 text-center">
      <p role="status" className="text-lg text-muted">
        {sentence}
      </p>
      {children}
    </div>
  );
}
