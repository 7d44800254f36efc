import { cacheNames } from './cache-names.ts';

/**
 * In the place of the service worker when it must go: takes over at once, and takes itself away with what was kept.
 * Pages that are open go on; the next one comes from the network.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([caches.delete(cacheNames.shell), self.registration.unregister()])),
);
