import {
  chooseLanguage,
  type InterfaceLanguageCode,
  interfaceLanguageCodes,
  languageCookie,
} from '../../../../shared/interface-languages.ts';
import { routes } from '../../../../shared/routes.ts';

/**
 * Maps a path to a file, for CloudFront and the local server. Must run on CloudFront's JavaScript runtime. Redirects
 * only to our own routes, so it cannot be an open redirect.
 * @param files outside `/assets/`, such as `/sw.js`
 */
export function routeSiteRequest(
  uri: string,
  files: readonly string[],
  isSignedIn: boolean,
  language: InterfaceLanguageCode,
): SiteRoute {
  const folder = getFolder(language);
  const route = routes.find((each) => each.path === uri);
  if (route) {
    const page = uri === '/' && !isSignedIn ? 'landing' : route.page;
    return { status: 200, file: `${folder}/${page}.html` };
  }
  // The landing page's own address in each language, for search engines.
  const own = interfaceLanguageCodes.find((each) => uri === `/${each}`);
  if (own) return { status: 200, file: `${getFolder(own)}/landing.html` };
  if (uri === apiReference) return { status: 200, file: `${uri}.html` };
  if (inEachLanguage.includes(uri)) return { status: 200, file: folder + uri };
  if (files.includes(uri) || hashedFile.test(uri)) return { status: 200, file: uri };
  const location = normalizePath(uri);
  if (addresses.includes(location)) return { status: 301, location };
  return { status: 404, file: `${folder}/404.html` };
}

/** In English only. */
const apiReference = '/api/docs';

/** Each language's worker caches the files of that language, and its manifest names the app in it. */
const inEachLanguage = ['/sw.js', '/manifest.webmanifest'];

function getFolder(language: InterfaceLanguageCode): string {
  return language === 'en' ? '' : `/${language}`;
}

export type SiteRoute = { status: 200 | 404; file: string } | { status: 301; location: string };

/** @param host the site's own; other hosts redirect to it. Undefined without a domain of its own */
export function onSiteRequest(
  event: RequestEvent,
  files: readonly string[],
  host?: string,
): EdgeRequest | EdgeResponse {
  const request = event.request;
  if (host && isElsewhere(request, host)) return redirect(request, `https://${host}${request.uri}`);
  const isSignedIn = request.cookies.parley_signed_in?.value === '1';
  const language = chooseLanguage(
    request.cookies[languageCookie]?.value,
    request.headers['accept-language']?.value,
  );
  const target = routeSiteRequest(request.uri, files, isSignedIn, language);
  if (target.status === 301) return redirect(request, target.location);
  request.uri = target.file;
  return request;
}

/**
 * Says what the answer depends on. Sets status 404 on unknown paths, for which S3 returns 200 or 206 with the 404 page. CloudFront does not document
 * whether `uri` is the viewer's or the rewritten one. Leaves a 304 alone: the browser cached the 404.
 */
export function onSiteResponse(event: ResponseEvent, files: readonly string[]): EdgeResponse {
  const response = event.response;
  const uri = event.request.uri;
  const isPage =
    uri === `${apiReference}.html` ||
    routes.some((each) =>
      interfaceLanguageCodes.some((language) => uri === `${getFolder(language)}/${each.page}.html`),
    );
  response.headers.vary = { value: 'Accept-Encoding, Accept-Language, Cookie' };
  const isFound = response.statusCode === 200 || response.statusCode === 206;
  if (isFound && !isPage && routeSiteRequest(uri, files, false, 'en').status === 404) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}

/**
 * Overwrites the header, so clients cannot forge it. Of calls to another host, only GET and HEAD redirect: a redirect
 * would lose the body of the others, and Stripe's webhooks follow none.
 */
export function onApiRequest(
  event: RequestEvent,
  _files: readonly string[],
  host?: string,
): EdgeRequest | EdgeResponse {
  const request = event.request;
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (host && isSafe && isElsewhere(request, host)) return redirect(request, `https://${host}${request.uri}`);
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}

function isElsewhere(request: EdgeRequest, host: string): boolean {
  return (request.headers.host?.value ?? host).toLowerCase() !== host;
}

function redirect(request: EdgeRequest, location: string): EdgeResponse {
  const query = request.rawQueryString();
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: query ? `${location}?${query}` : location } },
  };
}

const addresses: readonly string[] = routes
  .map<string>((route) => route.path)
  .concat(interfaceLanguageCodes.map((language) => `/${language}`));

/** A language's scripts have their own folder. */
const hashedFile = /^\/assets\/(?:[\w-]+\/)?[\w-][\w.-]*$/;

function normalizePath(uri: string): string {
  const path = trimSlashes(decode(uri).toLowerCase());
  return path === '' || path === '/index.html' ? '/' : path;
}

/** A pattern for the end would try each of thousands of slashes, and take the square of their number. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch (_malformed) {
    return uri;
  }
}

interface EdgeRequest {
  readonly method: string;
  uri: string;
  headers: Record<string, { value: string } | undefined>;
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
