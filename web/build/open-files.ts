import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { dayMs } from '../../shared/dates.ts';
import { buildDocument } from './openapi/document.ts';
import { renderReference } from './openapi/reference.ts';

/** Files for programs and developers. Last, so that the service worker does not cache them. */
export function openFiles(): Plugin {
  return {
    name: 'parley-open-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler() {
        const contactAddress = process.env.VITE_CONTACT_ADDRESS ?? '';
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
        const source = await readFile(new URL('openapi/reference.css', import.meta.url));
        const stylesheet = this.getFileName(this.emitFile({ type: 'asset', name: 'reference.css', source }));
        const document = buildDocument(contactAddress);
        emit('api/openapi.json', JSON.stringify(document));
        emit('api/docs.html', renderReference(document, `/${stylesheet}`));
        emit('.well-known/security.txt', renderSecurityContact(contactAddress, new Date()));
      },
    },
  };
}

/** RFC 9116 recommends that it expires in less than a year. Each deployment renews it. */
export function renderSecurityContact(contactAddress: string, now: Date): string {
  const expires = new Date(now.getTime() + 360 * dayMs);
  return `Contact: mailto:${contactAddress}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
}
