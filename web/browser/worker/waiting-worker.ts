import { takeOverMessage } from './take-over.ts';

/** Activates the newest service worker, so that a reload gets its files. Gives up after 10 seconds. */
export async function activateNewestWorker(): Promise<void> {
  await Promise.race([
    findAndActivate().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, maxMs)),
  ]);
}

const maxMs = 10_000;

async function findAndActivate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  // Without a connection, the active one may still have the files.
  await registration.update().catch(() => {});
  if (registration.installing) await reach(registration.installing, ['installed', 'activated', 'redundant']);
  const { waiting } = registration;
  if (!waiting) return;
  waiting.postMessage(takeOverMessage);
  // A newer one may replace it.
  await reach(waiting, ['activated', 'redundant']);
}

function reach(worker: ServiceWorker, states: readonly ServiceWorkerState[]): Promise<void> {
  return new Promise((resolve) => {
    const check = () => states.includes(worker.state) && resolve();
    worker.addEventListener('statechange', check);
    check();
  });
}
