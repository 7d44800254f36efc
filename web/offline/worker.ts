import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { createPartialResponse } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { type CacheManifest, takeOver } from './cache-manifest.ts';
import { cacheNames } from './cache-names.ts';

/** Serves only the listed files. Everything else uses the network; without one, other pages show the offline page. */
declare const self: ServiceWorkerGlobalScope;
declare const MANIFEST: CacheManifest;

const { files, policy, documents, offlinePage } = MANIFEST;
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
    // The query is for the page.
    ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && url.pathname === path,
    precache.createHandlerBoundToURL(document),
  );
}
registerRoute(
  new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }),
);

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  ({ request }) => fetch(request).catch(answerOffline),
);

// So that the first visit works offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data }) => {
  if (data === takeOver) self.skipWaiting();
});

function answerOffline(): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return new Response(offlinePage, { status: 503, headers });
}

/** The list checks the content; this checks the status, type and policy, which are cached as well. */
function isCacheable({ status, redirected, type, url, headers }: Response): boolean {
  if (status !== 200 || redirected || type !== 'basic') return false;
  const { pathname } = new URL(url);
  const wanted = types[pathname.match(/\.\w+$/)?.[0] ?? '.html'];
  const isOfType = !wanted || wanted.test(headers.get('content-type') ?? '');
  const sent = headers.get('content-security-policy');
  // Hashed files follow their document's policy; the browser's own copy may have an earlier one.
  const isUnderPolicy = pathname.startsWith('/assets/') ? sent !== null : sent === policy;
  return isOfType && isUnderPolicy;
}

/** Replaces a wrong copy in the HTTP cache, which may last a year. */
async function refetch({ url }: Request): Promise<void> {
  const answer = await fetch(url, { cache: 'reload' });
  await answer.arrayBuffer();
}

const types: Readonly<Record<string, RegExp>> = {
  '.html': /^text\/html/,
  '.css': /^text\/css/,
  '.js': /javascript/,
};
