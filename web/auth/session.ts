import { useSyncExternalStore } from 'react';
import { expiry } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { toasts } from '../components/toasts/toasts.ts';
import { queryClient } from '../queries.ts';
import { enter } from './entrance.ts';
import { forgetUserId } from './remembered-user.ts';
import { isSignedIn } from './signed-in.ts';

/** Whether somebody is signed in, also after the session ended or another tab has signed in or out. */
export function useSession(): boolean {
  return useSyncExternalStore(subscribe, () => known);
}

/** Asks what the visitor may do, before anything else, and follows the session for as long as the page is open. */
export function startSession(): void {
  if (!known) forgetUserId();
  queryClient.prefetchQuery(statusQuery);
  expiry.addEventListener('session-expired', () => {
    const wasKnown = known;
    look();
    if (!canExpire) return;
    canExpire = false;
    // What was asked for ahead was asked for with the session: now it is a guest's to ask.
    if (!wasKnown) queryClient.resetQueries();
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
  if (!known && wasRefusedAhead()) {
    enter();
    expiry.dispatchEvent(new Event('session-expired'));
  }
}

/**
 * Browsers throw away a refusal of what the document has asked for ahead, and ask again as a guest: the session's
 * cookies went with the refusal, and only its status is left to tell.
 */
function wasRefusedAhead(): boolean {
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return asked.some(({ responseStatus }) => responseStatus === 401);
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
/** Nobody was told of a session's end, since this page or the last session began. */
let canExpire = true;
const listeners = new Set<() => void>();

/** What was read for one visitor is nothing for another: all of it is asked anew. */
function look(): void {
  if (isSignedIn() === known) return;
  known = !known;
  canExpire ||= known;
  if (!known) forgetUserId();
  for (const listener of listeners) listener();
  queryClient.resetQueries();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
