import { sessionEvents } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { createStore, useStore } from '../browser/store.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import { queryClient } from '../queries.ts';
import * as texts from '../texts/account.tsx';
import { enter } from './entrance.ts';
import { forgetUserId } from './remembered-user.ts';
import { isSignedIn } from './signed-in.ts';

export function useIsSignedIn(): boolean {
  return useStore(session);
}

/** Asks for the status before anything else, then follows the session while the page is open. */
export function startSession(): void {
  if (!session.get()) forgetUserId();
  queryClient.query(statusQuery).catch(() => {});
  sessionEvents.addEventListener('session-expired', () => {
    const wasSignedIn = session.get();
    refreshSession();
    if (!mayAnnounceExpiry) return;
    mayAnnounceExpiry = false;
    // The preloaded answers belong to the ended session.
    if (!wasSignedIn) queryClient.resetQueries();
    // Replaces the toasts of calls that failed because of it.
    setTimeout(showExpired);
  });
  document.addEventListener('visibilitychange', () => document.hidden || refreshSession());
  // Another user may sign in while the page is hidden. A visible page may be signing out itself.
  globalThis.cookieStore?.addEventListener('change', () => document.hidden && refreshSession());
  let wasSignedIn = session.get();
  addEventListener('pagehide', () => {
    wasSignedIn = session.get();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Restored by Back: the page may show data of a user who has signed out.
    if (wasSignedIn && !isSignedIn()) location.reload();
    else refreshSession();
  });
  if (new URLSearchParams(location.search).get('signin') === 'failed') showFailed();
  if (!session.get() && wasPreloadRefused()) {
    enter();
    sessionEvents.dispatchEvent(new Event('session-expired'));
  }
}

/** A preload answered with 401 leaves only its status in the performance entries. */
function wasPreloadRefused(): boolean {
  const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return requests.some(({ responseStatus }) => responseStatus === 401);
}

function showExpired(): void {
  toasts.show(buildFailureToast(texts.sessionExpired, texts.logInAgain));
}

function showFailed(): void {
  history.replaceState(history.state, '', location.pathname);
  toasts.show(buildFailureToast(texts.loginFailed, texts.loginFailedText));
}

const session = createStore(isSignedIn());
let mayAnnounceExpiry = true;

/** Resets all queries, so that a visitor never sees another one's data. */
function refreshSession(): void {
  if (isSignedIn() === session.get()) return;
  const isIn = isSignedIn();
  mayAnnounceExpiry ||= isIn;
  if (!isIn) forgetUserId();
  session.set(isIn);
  queryClient.resetQueries();
}
