import { routes } from '../../../shared/routes.ts';

/**
 * What the site answers at an address. CloudFront runs this at its edge and the local server as it is, so only
 * what CloudFront's JavaScript runtime knows is used here: `edge-function.ts` refuses to compile the rest.
 *
 * An address that is a route but for case, percent-encoding or trailing slashes moves to the route; the target
 * is always one of our own routes, never a part of what was asked.
 *
 * @param uri the path as it stands in the URL, without the query
 * @param files the site's files outside `/assets/` that are no documents, as `/sw.js`
 * @param isSignedIn by the cookie that says so: anybody else gets the landing page at `/`
 */
export function siteRequest(uri: string, files: readonly string[], isSignedIn: boolean): SiteAnswer {
  const route = routes.find((each) => each.path === uri);
  if (route)
    return { status: 200, file: uri === '/' && !isSignedIn ? '/landing.html' : `/${route.page}.html` };
  if (files.includes(uri) || hashedFile.test(uri)) return { status: 200, file: uri };
  const location = canonicalPath(uri);
  if (routePaths.includes(location)) return { status: 301, location };
  return { status: 404, file: notFoundFile };
}

export type SiteAnswer = { status: 200 | 404; file: string } | { status: 301; location: string };

/** CloudFront, before the site's cache. */
export function onSiteRequest(event: RequestEvent, files: readonly string[]): EdgeRequest | EdgeResponse {
  const request = event.request;
  const isSignedIn = request.cookies.parley_signed_in?.value === '1';
  const answer = siteRequest(request.uri, files, isSignedIn);
  if (answer.status === 301) {
    const query = request.rawQueryString();
    return {
      statusCode: 301,
      statusDescription: 'Moved Permanently',
      headers: { location: { value: query ? `${answer.location}?${query}` : answer.location } },
    };
  }
  request.uri = answer.file;
  return request;
}

/**
 * CloudFront, before the viewer: an unknown address has been given a document that S3 answers with 200, or with 206
 * where a part was asked for. The address is
 * the one that was asked for or that of the document, since CloudFront's documentation leaves open which. A 304
 * stays, since the browser then shows what it kept, with the status that it kept.
 */
export function onSiteResponse(event: ResponseEvent, files: readonly string[]): EdgeResponse {
  const response = event.response;
  const uri = event.request.uri;
  const isPage = routes.some((each) => uri === `/${each.page}.html`);
  const isFound = response.statusCode === 200 || response.statusCode === 206;
  if (isFound && !isPage && siteRequest(uri, files, false).status === 404) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}

/** CloudFront, before the API: whatever a client sends under this name never arrives. */
export function onApiRequest(event: RequestEvent): EdgeRequest {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}

const notFoundFile = '/404.html';

const routePaths: readonly string[] = routes.map((route) => route.path);

const hashedFile = /^\/assets\/[\w-][\w.-]*$/;

function canonicalPath(uri: string): string {
  const path = decode(uri).toLowerCase().replace(/\/+$/, '');
  return path === '' || path === '/index.html' ? '/' : path;
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch (_malformed) {
    return uri;
  }
}

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
  cookies: Record<string, { value: string } | undefined>;
  rawQueryString(): string | undefined;
}

interface EdgeResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, { value: string }>;
}

interface RequestEvent {
  request: EdgeRequest;
  viewer: { ip: string };
}

interface ResponseEvent {
  request: { uri: string };
  response: EdgeResponse;
}
