import { cacheNames } from './cache-names.ts';

/** Replaces the service worker to remove it: takes over at once, then deletes its cache and itself. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([caches.delete(cacheNames.shell), self.registration.unregister()])),
);
