import { isBusy, reload } from '../browser/leaving.ts';
import { queryClient } from '../queries.ts';
import { cacheNames } from './cache-names.ts';
import { takeOver } from './shell.ts';

/**
 * - `ready`: a newer version of the app waits
 * - `wanted`: it comes as soon as nothing is broken off by it
 * - `put-off` until the next visit
 */
export type Update = 'none' | 'ready' | 'wanted' | 'put-off';

/** The newer version of the app, which comes when somebody wants it and never by itself. */
export const update = {
  get: (): Update => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  putOff(): void {
    change('put-off');
  },
  /** Loads this tab anew, and no other. */
  async take(): Promise<void> {
    change('wanted');
    await whenFree();
    if (state !== 'wanted') return;
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    // Another tab may have brought it already.
    if (waiting) await handOver(waiting);
    await whenFree();
    if (state === 'wanted') reload();
  },
};

/**
 * Keeps the app for when there is no connection, and looks for a newer version now and when somebody comes back to the
 * tab after an hour.
 *
 * @returns stops looking
 */
export function startUpdates(): () => void {
  // Nothing is kept without a safe connection, nor in some private windows.
  if (!('serviceWorker' in navigator)) return () => {};
  let lookedAtMs = Date.now();
  start().catch(() => {});
  const lookAgain = () => {
    if (document.hidden || Date.now() - lookedAtMs < lookEveryMs) return;
    lookedAtMs = Date.now();
    look().catch(() => {});
  };
  document.addEventListener('visibilitychange', lookAgain);
  return () => document.removeEventListener('visibilitychange', lookAgain);
}

const scriptAddress = '/sw.js';
const lookEveryMs = 3_600_000;

let state: Update = 'none';
const listeners = new Set<() => void>();

async function start(): Promise<void> {
  const wasControlled = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register(scriptAddress, { updateViaCache: 'none' });
  } catch {
    // A worker that was given up goes on to answer the page it was given up on, and may have kept that once more.
    if (await caches.has(cacheNames.shell)) await forgetWhereGivenUp();
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  offerWaiting(registration);
  const follow = () =>
    registration.installing?.addEventListener('statechange', () => offerWaiting(registration));
  // The browser has looked for a newer version itself when it opened the page, and may be fetching it.
  follow();
  registration.addEventListener('updatefound', follow);
  if (wasControlled) await look();
}

async function look(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  try {
    await registration?.update();
  } catch {
    await forgetWhereGivenUp(registration);
  }
}

/** A site without a worker has given it up: what it kept would be shown for ever. */
async function forgetWhereGivenUp(registration?: ServiceWorkerRegistration): Promise<void> {
  const { status } = await fetch(scriptAddress, { cache: 'no-store' });
  if (status !== 404) return;
  await registration?.unregister();
  await caches.delete(cacheNames.shell);
}

/** The first version has nothing before it that it would have to wait for. */
async function offerWaiting({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !navigator.serviceWorker.controller || state !== 'none') return;
  await whenFree();
  if (state === 'none') change('ready');
}

/** Resolves when it is in charge, or a still newer one is. */
function handOver(waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
    waiting.postMessage(takeOver);
  });
}

/** A recording, a call that changes something, a dialog, a field in which somebody writes: none of them is broken off. */
async function whenFree(): Promise<void> {
  while (isBusy() || queryClient.isMutating() > 0 || isInDialogOrField()) {
    await new Promise((resolve) => setTimeout(resolve, lookForFreeEveryMs));
  }
}

const lookForFreeEveryMs = 500;

function isInDialogOrField(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return document.activeElement instanceof HTMLInputElement && document.activeElement.type !== 'checkbox';
}

function change(to: Update): void {
  state = to;
  for (const listener of listeners) listener();
}
