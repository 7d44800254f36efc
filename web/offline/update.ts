import { waitForQuiet } from '../browser/idle.ts';
import { isBusy, reload } from '../browser/leaving.ts';
import { createStore } from '../browser/store.ts';
import { activateNewestWorker } from '../browser/worker/waiting-worker.ts';
import { queryClient } from '../queries.ts';
import { cacheNames } from './cache-names.ts';

/** `requested`: reloads once the user is not busy. `postponed`: offered again on the next visit. */
type Update = 'none' | 'ready' | 'requested' | 'postponed';

const state = createStore<Update>('none');

export const update = {
  get: state.get,
  subscribe: state.subscribe,
  postpone: (): void => state.set('postponed'),
  async accept(): Promise<void> {
    state.set('requested');
    await waitWhileBusy();
    if (state.get() !== 'requested') return;
    await activateNewestWorker();
    await waitWhileBusy();
    if (state.get() === 'requested') reload();
  },
};

/** Registers the service worker. Checks for an update now, and when the tab is shown again after an hour. */
export function startUpdates(): () => void {
  // Missing without HTTPS and in some private windows.
  if (!('serviceWorker' in navigator)) return () => {};
  let checkedAtMs = Date.now();
  start().catch(() => {});
  const checkAgain = () => {
    if (document.hidden || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    checkForUpdate().catch(() => {});
  };
  document.addEventListener('visibilitychange', checkAgain);
  return () => document.removeEventListener('visibilitychange', checkAgain);
}

const scriptUrl = '/sw.js';
const checkEveryMs = 3_600_000;

async function start([retryMs, ...laterMs]: readonly number[] = retryDelaysMs): Promise<void> {
  const wasControlled = navigator.serviceWorker.controller !== null;
  // The first installation downloads the whole site, which would slow what the user does meanwhile.
  if (!wasControlled) await waitForQuiet(3_000);
  const registering = navigator.serviceWorker.register(scriptUrl, { updateViaCache: 'none' });
  const registration = await registering.catch(async () => {
    // This page may come from a retired worker's cache.
    if (await caches.has(cacheNames.shell)) await removeIfRetired();
  });
  if (!registration) return;
  void offerWaiting(registration);
  const watchInstalling = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      void offerWaiting(registration);
      // One lost file fails the whole installation. The others come from the browser's cache the next time.
      const hasFailed = installing.state === 'redundant' && !registration.active;
      if (!hasFailed || retryMs === undefined) return;
      // `updatefound` may come for the same worker.
      clearTimeout(retryTimer);
      retryTimer = setTimeout(() => start(laterMs).catch(() => {}), retryMs);
    });
  };
  // The browser may be fetching a newer version already.
  watchInstalling();
  registration.addEventListener('updatefound', watchInstalling);
  if (wasControlled) await checkForUpdate();
}

const retryDelaysMs = [10_000, 60_000, 300_000];
let retryTimer: ReturnType<typeof setTimeout> | undefined;

async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  try {
    await registration?.update();
  } catch {
    await removeIfRetired(registration);
  }
}

/** A site without `/sw.js` has retired its worker, whose cached copies would never expire. */
async function removeIfRetired(registration?: ServiceWorkerRegistration): Promise<void> {
  const { status } = await fetch(scriptUrl, { cache: 'no-store' });
  if (status !== 404) return;
  await registration?.unregister();
  await caches.delete(cacheNames.shell);
}

/** Not for the first version, which replaces nothing. */
async function offerWaiting({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !navigator.serviceWorker.controller || state.get() !== 'none') return;
  await waitWhileBusy();
  if (state.get() === 'none') state.set('ready');
}

/** Waits for recordings, mutations, dialogs and focused inputs. A text area's draft survives the reload. */
async function waitWhileBusy(): Promise<void> {
  while (isBusy() || queryClient.isMutating() > 0 || isInDialogOrField()) {
    await new Promise((resolve) => setTimeout(resolve, checkBusyEveryMs));
  }
}

const checkBusyEveryMs = 500;

function isInDialogOrField(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return document.activeElement instanceof HTMLInputElement && document.activeElement.type !== 'checkbox';
}
