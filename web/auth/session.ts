import { sessionEvents } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { saveBeforeLeaving } from '../browser/leaving.ts';
import { createStore, useStore } from '../browser/store.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import { queryClient, refetchFailedQueries } from '../queries.ts';
import * as texts from '../texts/account.ts';
import { skipLanding } from './entry.ts';
import { watchSignOut } from './other-tabs.ts';
import { forgetUserId } from './remembered-user.ts';
import { isSignedIn } from './signed-in.ts';

export function useIsSignedIn(): boolean {
  return useStore(session);
}

/** Requests the status first, then watches the session while the page is open. */
export function watchSession(): void {
  if (!session.get()) forgetUserId();
  queryClient.query(statusQuery).catch(() => {});
  sessionEvents.addEventListener('session-expired', (event) => {
    const isDeleted = (event as CustomEvent).detail === 'account_deleted';
    const wasSignedIn = session.get();
    refreshSession();
    if (!canAnnounceExpiry) return;
    canAnnounceExpiry = false;
    // The preloaded answers belong to the expired session.
    if (!wasSignedIn) void queryClient.resetQueries();
    // After the toasts of the calls that failed, to replace them.
    const [title, advice] = isDeleted
      ? [texts.accountDeleted, texts.signUpAgain]
      : [texts.sessionExpired, texts.logInAgain];
    setTimeout(() => toasts.show(buildFailureToast(title, advice)));
  });
  addEventListener('online', refetchFailedQueries);
  document.addEventListener('visibilitychange', () => document.hidden || refreshSession());
  // Another tab may sign in or out while this page is hidden. A visible page may be signing out itself.
  watchCookies(() => document.hidden && refreshSession());
  watchSignOut(() => {
    saveBeforeLeaving('logout');
    location.replace('/landing');
  });
  let wasSignedIn = session.get();
  addEventListener('pagehide', () => {
    wasSignedIn = session.get();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The page was restored by Back, and may show a signed-out user's data.
    if (wasSignedIn && !isSignedIn()) location.reload();
    else refreshSession();
  });
  if (new URLSearchParams(location.search).get('signin') === 'failed') {
    history.replaceState(history.state, '', location.pathname);
    toasts.show(buildFailureToast(texts.loginFailed, texts.loginFailedText));
  }
  if (!session.get() && wasPreloadRefused()) {
    skipLanding();
    sessionEvents.dispatchEvent(new Event('session-expired'));
  }
}

/** Missing in some browsers, or throws: then the session is checked when the tab returns. */
function watchCookies(onChange: () => void): void {
  try {
    globalThis.cookieStore?.addEventListener('change', onChange);
  } catch {}
}

/** Only the performance entries show that a preload was answered with 401. Without them, the page opens for a guest. */
function wasPreloadRefused(): boolean {
  try {
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return requests.some(({ responseStatus }) => responseStatus === 401);
  } catch {
    return false;
  }
}

const session = createStore(isSignedIn());
let canAnnounceExpiry = true;

/** Resets all queries, so that nobody sees another user's data. */
function refreshSession(): void {
  const isSignedInNow = isSignedIn();
  if (isSignedInNow === session.get()) return;
  canAnnounceExpiry ||= isSignedInNow;
  if (!isSignedInNow) forgetUserId();
  session.set(isSignedInNow);
  void queryClient.resetQueries();
}
