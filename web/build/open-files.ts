import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { dayMs } from '../../shared/dates.ts';
import { buildDocument } from './openapi/document.ts';
import { renderReference } from './openapi/reference.ts';

/** Files for programs and developers. Last in a build, so that the service worker does not cache them. */
export function openFiles(): Plugin {
  return {
    name: 'parley-open-files',
    configureServer({ middlewares }) {
      // The server's root is `web/`.
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?', 1)[0] ?? '';
        const file = renderFiles('/build/openapi/reference.css')[
          path === '/api/docs' ? `${path}.html` : path
        ];
        if (!file) return next();
        response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' });
        response.end(file.source);
      });
    },
    generateBundle: {
      order: 'post',
      async handler() {
        const source = await readFile(new URL('openapi/reference.css', import.meta.url));
        const stylesheet = this.getFileName(this.emitFile({ type: 'asset', name: 'reference.css', source }));
        for (const [path, file] of Object.entries(renderFiles(`/${stylesheet}`)))
          this.emitFile({ type: 'asset', fileName: path.slice(1), source: file.source });
      },
    },
  };
}

function renderFiles(stylesheet: string): Record<string, { readonly type: string; readonly source: string }> {
  const contactAddress = process.env.VITE_CONTACT_ADDRESS ?? '';
  const document = buildDocument(contactAddress);
  return {
    '/api/openapi.json': { type: 'application/json', source: JSON.stringify(document) },
    '/api/docs.html': { type: 'text/html; charset=utf-8', source: renderReference(document, stylesheet) },
    '/.well-known/security.txt': {
      type: 'text/plain; charset=utf-8',
      source: renderSecurityContact(contactAddress, new Date()),
    },
  };
}

/** RFC 9116 recommends that it expires in less than a year. Each deployment renews it. */
export function renderSecurityContact(contactAddress: string, now: Date): string {
  const expires = new Date(now.getTime() + 360 * dayMs);
  return `Contact: mailto:${contactAddress}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
}
