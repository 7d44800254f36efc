import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { requireVariable } from '../environment.ts';
import { CrossSite, Forbidden } from '../errors.ts';

/** Requests must come through the edge. Its header may hold two secrets, `current,next`, so that they can rotate. */
export function requireEdge(event: APIGatewayProxyEventV2): void {
  const given = (event.headers['x-origin-secret'] ?? '').split(',', 2).map(digest);
  const secret = event.stageVariables?.originSecret;
  if (!secret) throw new Error('The API stage has no variable originSecret.');
  const known = digest(secret);
  if (!given.some((each) => timingSafeEqual(each, known))) throw new Forbidden();
}

/** Unsafe methods need `Sec-Fetch-Site: same-origin`, or from older browsers the exact `Origin`. */
export function requireSameOrigin(event: APIGatewayProxyEventV2): void {
  if (safeMethods.has(event.requestContext.http.method)) return;
  const site = event.headers['sec-fetch-site'];
  const isSameOrigin =
    site === undefined ? event.headers.origin === requireVariable('SITE_ORIGIN') : site === 'same-origin';
  if (!isSameOrigin) throw new CrossSite();
}

/** False for links and frames on other sites. */
export function isOwnNavigation(event: APIGatewayProxyEventV2): boolean {
  const { 'sec-fetch-site': site, referer = '' } = event.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return URL.canParse(referer) && new URL(referer).origin === requireVariable('SITE_ORIGIN');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
