import { isBusy, reload } from '../browser/leaving.ts';
import { createStore } from '../browser/store.ts';
import { queryClient } from '../queries.ts';
import { takeOver } from './cache-manifest.ts';
import { cacheNames } from './cache-names.ts';

/** `requested`: the page reloads as soon as that interrupts nothing. `postponed`: offered again at the next visit. */
type Update = 'none' | 'ready' | 'requested' | 'postponed';

const state = createStore<Update>('none');

export const update = {
  get: state.get,
  subscribe: state.subscribe,
  postpone: (): void => state.set('postponed'),
  async accept(): Promise<void> {
    state.set('requested');
    await waitUntilFree();
    if (state.get() !== 'requested') return;
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    // Another tab may have activated it.
    if (waiting) await handOver(waiting);
    await waitUntilFree();
    if (state.get() === 'requested') reload();
  },
};

/** Registers the service worker. Looks for a newer version now, and when the tab returns after an hour. */
export function startUpdates(): () => void {
  // Missing without https and in some private windows.
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

const scriptAddress = '/sw.js';
const checkEveryMs = 3_600_000;

async function start(): Promise<void> {
  const wasControlled = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register(scriptAddress, { updateViaCache: 'none' });
  } catch {
    // This page may come from a retired worker's cache.
    if (await caches.has(cacheNames.shell)) await removeIfRetired();
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  offerWaiting(registration);
  const follow = () =>
    registration.installing?.addEventListener('statechange', () => offerWaiting(registration));
  // The browser may be fetching a newer version already.
  follow();
  registration.addEventListener('updatefound', follow);
  if (wasControlled) await checkForUpdate();
}

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
  const { status } = await fetch(scriptAddress, { cache: 'no-store' });
  if (status !== 404) return;
  await registration?.unregister();
  await caches.delete(cacheNames.shell);
}

/** The first version replaces nothing. */
async function offerWaiting({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !navigator.serviceWorker.controller || state.get() !== 'none') return;
  await waitUntilFree();
  if (state.get() === 'none') state.set('ready');
}

/** Resolves when it, or an even newer one, is active. */
function handOver(waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
    waiting.postMessage(takeOver);
  });
}

/** Waits for recordings, mutations, dialogs and text fields. */
async function waitUntilFree(): Promise<void> {
  while (isBusy() || queryClient.isMutating() > 0 || isInDialogOrField()) {
    await new Promise((resolve) => setTimeout(resolve, checkFreeEveryMs));
  }
}

const checkFreeEveryMs = 500;

function isInDialogOrField(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return document.activeElement instanceof HTMLInputElement && document.activeElement.type !== 'checkbox';
}
