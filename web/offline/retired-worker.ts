import { cacheNames } from './cache-names.ts';

/** Removes the service worker: replaces it at once, then deletes its cache and unregisters. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([caches.delete(cacheNames.shell), self.registration.unregister()])),
);
