import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { environment } from '../environment.ts';
import { CrossSite, Forbidden } from '../errors.ts';

/**
 * Requests must come through the edge, which limits rates and says whose address it saw: it proves itself by a
 * secret header. The header holds this secret and the next one, separated by a comma, so that `ORIGIN_SECRET`
 * can change while the edge sends both.
 */
export function requireEdge(event: APIGatewayProxyEventV2): void {
  const given = (event.headers['x-origin-secret'] ?? '').split(',', 2).map(digest);
  const known = digest(environment('ORIGIN_SECRET'));
  if (!given.some((secret) => timingSafeEqual(secret, known))) throw new Forbidden();
}

/**
 * Unsafe methods must come from our own pages: the browser says so in `Sec-Fetch-Site`, older ones by the
 * exact `Origin`. A request with neither is refused.
 */
export function requireSameOrigin(event: APIGatewayProxyEventV2): void {
  if (safeMethods.has(event.requestContext.http.method)) return;
  const site = event.headers['sec-fetch-site'];
  const sameOrigin =
    site === undefined ? event.headers.origin === environment('SITE_ORIGIN') : site === 'same-origin';
  if (!sameOrigin) throw new CrossSite();
}

/** Whether a navigation began on our own pages or in the address bar; other sites' links and frames did not. */
export function isOwnNavigation(event: APIGatewayProxyEventV2): boolean {
  const { 'sec-fetch-site': site, referer = '' } = event.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return URL.canParse(referer) && new URL(referer).origin === environment('SITE_ORIGIN');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
