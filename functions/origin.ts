import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { CrossSite } from './errors.ts';

/**
 * Unsafe methods must come from our own pages: the browser says so in `Sec-Fetch-Site`, older ones by the
 * exact `Origin`. A request with neither is refused.
 */
export function requireSameOrigin(event: APIGatewayProxyEventV2): void {
  if (safeMethods.has(event.requestContext.http.method)) return;
  const site = event.headers['sec-fetch-site'];
  const sameOrigin = site === undefined ? event.headers.origin === siteOrigin() : site === 'same-origin';
  if (!sameOrigin) throw new CrossSite();
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function siteOrigin(): string {
  const origin = process.env.SITE_ORIGIN;
  if (!origin) throw new Error('SITE_ORIGIN is not set');
  return origin;
}
