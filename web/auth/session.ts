import { useSyncExternalStore } from 'react';
import { expiry } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { toasts } from '../components/toasts.ts';
import { queryClient } from '../queries.ts';
import { isSignedIn } from './user.ts';

/** Whether somebody is signed in, also after the session ended or another tab has signed in or out. */
export function useSession(): boolean {
  return useSyncExternalStore(subscribe, () => known);
}

/** Asks what the visitor may do, before anything else, and follows the session for as long as the page is open. */
export function startSession(): void {
  queryClient.prefetchQuery(statusQuery);
  expiry.addEventListener('session-expired', () => {
    look();
    if (!canExpire) return;
    canExpire = false;
    // What failed because of it has a toast of its own, and this one says more.
    setTimeout(showExpired);
  });
  document.addEventListener('visibilitychange', () => document.hidden || look());
  // The cookie has no name in it: between two looks one may have signed out and another in. Not every browser tells of
  // cookies. A page in view is left alone, since it may be on its way to sign out itself.
  globalThis.cookieStore?.addEventListener('change', () => document.hidden && look());
  let wasSignedIn = known;
  addEventListener('pagehide', () => {
    wasSignedIn = known;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Back by the browser's button. What stands on the page of somebody who has signed out is theirs.
    if (wasSignedIn && !isSignedIn()) location.reload();
    else look();
  });
  if (new URLSearchParams(location.search).get('signin') === 'failed') showFailed();
}

function showExpired(): void {
  toasts.show({
    tone: 'destructive',
    stay: 'long',
    title: 'Session Expired',
    description: 'Please log in again to continue.',
  });
}

/** The login's answer could not be used. */
function showFailed(): void {
  history.replaceState(history.state, '', location.pathname);
  toasts.show({
    tone: 'destructive',
    stay: 'long',
    title: 'Sign-In Failed',
    description: 'You are not signed in. Please try again.',
  });
}

let known = isSignedIn();
/** There is or was a session, and nobody was told of its end. */
let canExpire = known;
const listeners = new Set<() => void>();

/** What was read for one visitor is nothing for another: all of it is asked anew. */
function look(): void {
  if (isSignedIn() === known) return;
  known = !known;
  canExpire ||= known;
  for (const listener of listeners) listener();
  queryClient.resetQueries();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
