import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { createPartialResponse } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { cacheNames } from './cache-names.ts';
import { type Shell, takeOver } from './shell.ts';

/**
 * The service worker: answers what it keeps, and nothing else. Whatever is not in its list (the API, the login, the
 * payment pages, addresses that nobody knows) goes to the network as if it were not there.
 */
declare const self: ServiceWorkerGlobalScope;
declare const SHELL: Shell;

const { files, documents } = SHELL;
const precache = new PrecacheController({
  cacheName: cacheNames.shell,
  // Safari plays no sound that is not answered by the range it asks for.
  plugins: [
    {
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        cachedResponse && request.headers.has('range')
          ? createPartialResponse(request, cachedResponse)
          : cachedResponse,
    },
  ],
});
precache.precache([...files]);

for (const [path, document] of Object.entries(documents)) {
  registerRoute(
    // Whatever stands in the query is for the page.
    ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && url.pathname === path,
    precache.createHandlerBoundToURL(document),
  );
}
registerRoute(
  new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }),
);

// The first visit is there without a connection, too. Its page and this worker are of one build or know nothing of
// each other's files.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === takeOver) self.skipWaiting();
});
