import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import {
  type DocumentName,
  documentNames,
  renderDocument,
  renderLandingDocument,
  renderOfflineDocument,
} from '../documents/documents.ts';
import { buildLanding } from '../landing/build.ts';
import { offlineDocument } from '../offline/build.ts';
import { buildPrerendered, buildScript, type Prerendered, runPrerendered } from './build-separately.ts';
import { noteSources } from './notices.ts';
import { translateScript } from './translate.ts';
import { getLanguageFolder, markTexts, readTranslations } from './translations.ts';

const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
);

/** Makes a document for each page from `index.html`. */
export function documents(): Plugin {
  return {
    name: 'parley-documents',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(template, { path, server }) {
        const name = documentNames.find((each) => path === `/${each}.html`);
        if (!server) return template;
        // The preloaded font is outside the folder that Vite serves.
        const html = template.replace(/"\.\.\/[^"]+\.woff2"/, `"/@fs${fontFile}"`);
        if (!name) return html;
        return renderForDevelopment(html, name);
      },
    },
    // The landing page has no modules for hot reload.
    hotUpdate({ file }) {
      if (!file.includes('/web/landing/')) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
    async generateBundle(_options, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') this.error('There is no index.html.');
      delete bundle['index.html'];
      const emit = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const emitPage = (name: string, source: string) =>
        this.emitFile({ type: 'asset', fileName: name, source });
      const retry = await buildScript('documents/retry.ts');
      const appearance = await buildScript(appearanceScript);
      const appearanceTag = `<script src="${emit('appearance.js', appearance.code)}"></script>`;
      const html = template.source
        .toString()
        .replace('</head>', `<script async src="${emit('retry.js', retry.code)}"></script></head>`);
      const full = Object.keys(bundle).find((file) => /^assets\/full-[\w-]+\.css$/.test(file));
      if (!full) this.error('There is no full.css.');
      const { script, stylesheet, modules } = await buildLanding(false);
      noteSources(modules);
      for (const [, file = ''] of stylesheet.matchAll(/url\(\/(.+?)\)/g)) {
        if (!bundle[file]) this.error(`The landing page’s stylesheet names ${file}, which was not built.`);
      }
      const tags =
        `<link rel="stylesheet" href="${emit('landing.css', stylesheet)}">` +
        `<script src="${emit('landing.js', script)}"></script>`;
      const prerendered = await buildPrerendered([markTexts()]);
      for (const translation of readTranslations()) {
        const folder = getLanguageFolder(translation.language);
        const pages = runPrerendered(translateScript(prerendered, translation));
        for (const [name, source] of renderDocuments(html, appearanceTag, pages, tags, `/${full}`)) {
          emitPage(folder + name, source);
        }
      }
    },
  };
}

async function renderForDevelopment(html: string, name: DocumentName): Promise<string> {
  const { documentTexts, renderLanding, renderTranslator } = runPrerendered(await buildPrerendered());
  if (name !== 'landing') {
    const { code } = await buildScript(appearanceScript);
    return renderDocument(
      addFirst(html, `<script>${code}</script>`),
      name,
      documentTexts,
      name === 'translator' ? renderTranslator() : '',
    );
  }
  const { script, stylesheet } = await buildLanding(true);
  const tags = `<style>${stylesheet}</style><script>${script}</script>`;
  return renderLandingDocument(html, documentTexts, renderLanding(), tags);
}

const appearanceScript = 'settings/early-appearance.ts';

/** Before the stylesheets, which a script would wait for. The landing page's own script includes it. */
function addFirst(html: string, tag: string): string {
  return html.replace('<link', () => `${tag}<link`);
}

/** The documents of one language, by file. @param tags of the landing page @param full the URL of `full.css` */
function renderDocuments(
  html: string,
  appearanceTag: string,
  pages: Prerendered,
  tags: string,
  full: string,
): Map<string, string> {
  const { documentTexts } = pages;
  const rendered = documentNames
    .filter((name) => name !== 'landing')
    .map((name) => {
      const markup = name === 'translator' ? pages.renderTranslator() : '';
      return [
        `${name}.html`,
        renderDocument(addFirst(html, appearanceTag), name, documentTexts, markup),
      ] as const;
    });
  return new Map([
    ...rendered,
    [offlineDocument, renderOfflineDocument(html, documentTexts, pages.renderOffline(), full)],
    [
      'landing.html',
      renderLandingDocument(html, documentTexts, pages.renderLanding(), tags, process.env.SITE_DOMAIN),
    ],
  ]);
}
