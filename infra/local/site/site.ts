import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import path from 'node:path';
import { parseCookie } from 'cookie';
import Negotiator from 'negotiator';
import send from 'send';
import { dayMs } from '../../../shared/dates.ts';
import {
  chooseLanguage,
  type InterfaceLanguageCode,
  languageCookie,
} from '../../../shared/interface-languages.ts';
import { isStripePath } from '../../../shared/routes.ts';
import { runAndRecord } from '../../aws/build/build-record.ts';
import { buildSite, compressedTypes, isSiteStale, type SiteFolders } from '../../aws/build/web-build.ts';
import { listSiteFiles } from '../../aws/stack/edge/edge-function.ts';
import { buildSecurityHeaders, chooseCacheControl } from '../../aws/stack/edge/headers.ts';
import { routeSiteRequest } from '../../aws/stack/edge/viewer-functions.ts';
import type { LocalBuilds } from '../builds.ts';
import { readPath } from '../gateway/request.ts';

/** Serves pages and files as CloudFront and S3 do. */
export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the site first if it is stale. @param stripeScript a script's URL, for pages with a payment form */
export async function openBuiltSite(
  folders: SiteFolders,
  contactAddress: string,
  log: (line: string) => void,
  put: LocalBuilds['put'],
  stripeScript?: string,
): Promise<Site> {
  if (await isSiteStale({ contactAddress }, folders)) {
    log('Building the site…');
    await runAndRecord({ buildType: 'development', put, log }, () => buildSite({ contactAddress }, folders));
  }
  await removeOldFiles(folders.old);
  const files = listSiteFiles(folders.web);
  const lost = `The built site ${folders.web} was deleted. Restart Parley: it builds the site again.`;
  let isLost = false;
  return {
    handle: async (request, response) => {
      if (!existsSync(folders.web)) {
        if (!isLost) log(lost);
        isLost = true;
        response.writeHead(503, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(lost);
        return;
      }
      isLost = false;
      const found = resolveRoute(request, response, files, chooseLanguageOf(request));
      if (!found) return;
      response.setHeader('cache-control', chooseCacheControl(found.file));
      response.statusCode = found.status;
      // A range request would be answered with 206.
      if (found.status === 404) delete request.headers.range;
      if (stripeScript && isStripePath(readPath(request))) {
        const page = await readFile(path.join(folders.web, found.file), 'utf8');
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(addScript(page, stripeScript));
        return;
      }
      await sendFile(folders, request, response, found.file);
    },
    stop: async () => {},
  };
}

/** Vite's development server, with the pages' own security headers. @param server carries Vite's web socket */
export async function openDevSite(
  contactAddress: string,
  root: string,
  server: Server,
  stripeScript?: string,
): Promise<Site> {
  const { createServer } = await import('vite');
  process.env.VITE_CONTACT_ADDRESS = contactAddress;
  const nonce = randomBytes(16).toString('base64');
  const vite = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    // Other loaders write files next to the sources.
    configLoader: 'native',
    appType: 'custom',
    html: { cspNonce: nonce },
    server: { middlewareMode: true, ws: { server } },
  });
  return {
    handle: async (request, response) => {
      await new Promise<void>((next) => vite.middlewares(request, response, () => next()));
      // The build writes the other languages.
      const found = resolveRoute(request, response, [], 'en');
      if (!found) return;
      response.writeHead(found.status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...buildSecurityHeaders(readPath(request)),
        'content-security-policy': allowVite(readPath(request), nonce),
      });
      const template = await readFile(path.join(root, 'web/index.html'), 'utf8');
      const live = await vite.transformIndexHtml(found.file, template);
      response.end(stripeScript && isStripePath(readPath(request)) ? addScript(live, stripeScript) : live);
    },
    stop: () => vite.close(),
  };
}

/** The page's policy, with the inline scripts and styles that Vite marks, and its web socket. */
function allowVite(path: string, nonce: string): string {
  return buildSecurityHeaders(path)
    ['content-security-policy'].replace(/(script-src|style-src) /g, `$1 'nonce-${nonce}' `)
    .replace('connect-src ', 'connect-src ws: ');
}

/** Keeps a month's files for pages that are still open. */
export async function removeOldFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    // Another Parley may be removing it.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < Date.now() - 30 * dayMs) await rm(file, { force: true });
  }
}

function addScript(page: string, script: string): string {
  return page.replace('</head>', `<script src="${script}"></script></head>`);
}

function resolveRoute(
  request: IncomingMessage,
  response: ServerResponse,
  files: readonly string[],
  language: InterfaceLanguageCode,
) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed');
    return undefined;
  }
  const isSignedIn = parseCookie(request.headers.cookie ?? '').parley_signed_in === '1';
  const target = routeSiteRequest(readPath(request), files, isSignedIn, language);
  if (target.status === 301) {
    const query = request.url?.slice(readPath(request).length + 1);
    response.writeHead(301, { location: query ? `${target.location}?${query}` : target.location }).end();
    return undefined;
  }
  return target;
}

function chooseLanguageOf({ headers }: IncomingMessage): InterfaceLanguageCode {
  return chooseLanguage(parseCookie(headers.cookie ?? '')[languageCookie], headers['accept-language']);
}

/** Compresses as CloudFront does. */
function sendFile(
  { web, old, compressed }: SiteFolders,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const type = compressedTypes[path.extname(name)];
  const accepted = request.headers.range ? [] : new Negotiator(request).encodings(['br', 'gzip']);
  const compression = compressions.find(
    ({ encoding, suffix }) => accepted.includes(encoding) && existsSync(path.join(compressed, name + suffix)),
  );
  if (type && compression) {
    response.setHeader('content-type', type).setHeader('content-encoding', compression.encoding);
  }
  if (type) {
    const vary = name.startsWith('/assets/') ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie';
    response.setHeader('vary', vary);
  }
  const file = compression ? name + compression.suffix : name;
  const folder = compression ? compressed : existsSync(path.join(web, file)) ? web : old;
  return new Promise((resolve) => {
    send(request, file, {
      root: folder,
      dotfiles: 'allow',
      index: false,
      cacheControl: false,
      lastModified: false,
    })
      .on('error', ({ status }: { status: number }) => {
        if (response.headersSent) return response.destroy();
        response
          .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
          .end(STATUS_CODES[status]);
      })
      .pipe(response);
    response.on('close', resolve);
  });
}

const compressions = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
];
