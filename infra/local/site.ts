import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import path from 'node:path';
import send from 'send';
import { siteFiles } from '../edge-function.ts';
import { cacheControl, securityHeaders } from '../headers.ts';
import { siteRequest } from '../viewer-request.ts';
import { buildSite, siteIsStale, webFolder } from '../web-build.ts';

/** The pages and their files, answered as CloudFront and S3 answer them. */
export interface Site {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  stop(): Promise<void>;
}

/** The built site; built first when its sources are newer. */
export async function builtSite(say: (line: string) => void): Promise<Site> {
  if (await siteIsStale()) {
    say('Building the site…');
    await buildSite();
  }
  const files = siteFiles(webFolder);
  return {
    answer: async (request, response) => {
      const found = route(request, response, files);
      if (!found) return;
      const pathname = pathOf(request);
      response.setHeader('cache-control', cacheControl(found.file));
      for (const [name, value] of Object.entries(securityHeaders(pathname))) response.setHeader(name, value);
      response.statusCode = found.status;
      await sendFile(request, response, webFolder, found.file);
    },
    stop: async () => {},
  };
}

/** The site's sources, reloaded in the browser when they change. Vite's own inline scripts forbid the CSP. */
export async function liveSite(root: string): Promise<Site> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    // Any other loader writes a file that `node --watch` takes for a change.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, host: '127.0.0.1' },
  });
  return {
    answer: async (request, response) => {
      await new Promise<void>((next) => vite.middlewares(request, response, () => next()));
      const found = route(request, response, []);
      if (!found) return;
      const page = await readFile(path.join(root, 'web/index.html'), 'utf8');
      response.writeHead(found.status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      response.end(await vite.transformIndexHtml(pathOf(request), page));
    },
    stop: () => vite.close(),
  };
}

/** The file to answer with; undefined where the answer is given already. */
function route(request: IncomingMessage, response: ServerResponse, files: readonly string[]) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed');
    return undefined;
  }
  const answer = siteRequest(pathOf(request), files);
  if (answer.status === 301) {
    const [, query] = (request.url ?? '').split('?', 2);
    response.writeHead(301, { location: query ? `${answer.location}?${query}` : answer.location }).end();
    return undefined;
  }
  return answer;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  file: string,
): Promise<void> {
  return new Promise((resolve) => {
    send(request, file, { root: folder, index: false, cacheControl: false, lastModified: false })
      .on('error', ({ status }: { status: number }) => {
        if (response.headersSent) return response.destroy();
        response.writeHead(status, { 'content-type': 'text/plain' }).end(STATUS_CODES[status]);
      })
      .pipe(response);
    response.on('close', resolve);
  });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}
