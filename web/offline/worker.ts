import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { createPartialResponse } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { takeOverMessage } from '../browser/worker/take-over.ts';
import type { CacheManifest } from './cache-manifest.ts';
import { cacheNames } from './cache-names.ts';

/** Serves only the listed files. Everything else uses the network; offline, other pages show the offline page. */
declare const self: ServiceWorkerGlobalScope;
declare const MANIFEST: CacheManifest;

const { files, engine, policy, documents, offlinePage } = MANIFEST;
const precache = new PrecacheController({
  cacheName: cacheNames.shell,
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        if (isCacheable(response)) return response;
        await refetch(request);
        return null;
      },
      fetchDidFail: ({ request }) => refetch(request),
      // Safari plays sound only from range responses.
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
    // Ignores the query, which only the page reads.
    ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && url.pathname === path,
    precache.createHandlerBoundToURL(document),
  );
}
registerRoute(
  new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }),
);

// Visitors who have asked for the neural engine get this version's before its pages.
self.addEventListener('install', (event) => event.waitUntil(updateEngine()));

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && engine.includes(url.pathname),
  async ({ request }) => (await caches.match(request, { cacheName: cacheNames.engine })) ?? fetch(request),
);

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    (!url.pathname.startsWith('/api/') || linked.includes(url.pathname)),
  ({ request }) => fetch(request).catch(showOfflinePage),
);

/** Pages link to these. An installed app has no way back from the browser's own error page. */
const linked = ['/api/login', '/api/logout'];

// Makes the first visit work offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === takeOverMessage) void self.skipWaiting();
});

async function updateEngine(): Promise<void> {
  if (!(await caches.has(cacheNames.engine))) return;
  const cache = await caches.open(cacheNames.engine);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(engine.filter((url) => !cached.includes(url)));
}

function showOfflinePage(): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return new Response(offlinePage, { status: 503, headers });
}

/** Integrity hashes cover the content only; the status, type and policy are cached too. */
function isCacheable({ status, redirected, type, url, headers }: Response): boolean {
  if (status !== 200 || redirected || type !== 'basic') return false;
  const { pathname } = new URL(url);
  const wanted = types[pathname.match(/\.\w+$/)?.[0] ?? '.html'];
  const isOfType = !wanted || wanted.test(headers.get('content-type') ?? '');
  const sent = headers.get('content-security-policy');
  // Hashed files follow their document's policy, so the HTTP cache's copy may have an earlier one.
  const hasPolicy = pathname.startsWith('/assets/') ? sent !== null : sent === policy;
  return isOfType && hasPolicy;
}

/** Replaces a bad copy in the HTTP cache, which could last a year. */
async function refetch({ url }: Request): Promise<void> {
  const response = await fetch(url, { cache: 'reload' });
  await response.arrayBuffer();
}

const types: Readonly<Record<string, RegExp>> = {
  '.html': /^text\/html/,
  '.css': /^text\/css/,
  '.js': /javascript/,
};
