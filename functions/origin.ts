import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { CrossSite, Forbidden } from './errors.ts';

/**
 * Requests must come through the edge, which limits rates and says whose address it saw: it proves itself by a
 * secret header. `ORIGIN_SECRET` holds every secret that counts, separated by commas, so that a new one can be
 * known before the edge sends it.
 */
export function requireEdge(event: APIGatewayProxyEventV2): void {
  const given = digest(event.headers['x-origin-secret'] ?? '');
  const known = environment('ORIGIN_SECRET').split(',').filter(Boolean).map(digest);
  if (!known.some((secret) => timingSafeEqual(secret, given))) throw new Forbidden();
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

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function environment(name: 'ORIGIN_SECRET' | 'SITE_ORIGIN'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
