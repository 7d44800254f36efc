import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import {
  type DocumentName,
  type DocumentTexts,
  documentNames,
  listIndexedPaths,
  renderDocument,
  renderLandingDocument,
  renderManifest,
  renderOfflineDocument,
} from '../documents/documents.ts';
import { renderRobots, renderSitemap } from '../documents/search-engines.ts';
import { buildLanding } from '../landing/build.ts';
import { offlineDocument } from '../offline/build.ts';
import { buildPrerendered, buildScript, type Prerendered, runPrerendered } from './build-separately.ts';
import { noteSources } from './notices.ts';
import { translateScript } from './translate.ts';
import { getLanguageFolder, markTexts, readTranslations } from './translations.ts';

/** In English. */
const manifestFile = 'manifest.webmanifest';
const manifest = readFileSync(path.join(import.meta.dirname, '../public', manifestFile), 'utf8');

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
      async handler(template, { path: url, server }) {
        const name = documentNames.find((each) => url === `/${each}.html`);
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
        const documents = renderDocuments(html, appearanceTag, pages, tags, `/${full}`);
        for (const [name, source] of [...documents, ...renderOtherFiles(pages.documentTexts)]) {
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
export function renderDocuments(
  html: string,
  appearanceTag: string,
  pages: Prerendered,
  tags: string,
  full: string,
): Map<string, string> {
  const { documentTexts } = pages;
  const domain = process.env.SITE_DOMAIN;
  const rendered = documentNames
    .filter((name) => name !== 'landing')
    .map((name) => {
      const markup = name === 'translator' ? pages.renderTranslator() : '';
      return [
        `${name}.html`,
        renderDocument(addFirst(html, appearanceTag), name, documentTexts, markup, domain),
      ] as const;
    });
  return new Map([
    ...rendered,
    [offlineDocument, renderOfflineDocument(html, documentTexts, pages.renderOffline(), full)],
    ['landing.html', renderLandingDocument(html, documentTexts, pages.renderLanding(), tags, domain)],
  ]);
}

/** In English, those that have one address for all languages. */
export function renderOtherFiles(texts: DocumentTexts): [name: string, source: string][] {
  if (texts.language !== 'en') return [[manifestFile, renderManifest(manifest, texts)]];
  const domain = process.env.SITE_DOMAIN;
  return [
    ['robots.txt', renderRobots(domain)],
    ...(domain ? [['sitemap.xml', renderSitemap(domain, listIndexedPaths(texts))] as [string, string]] : []),
  ];
}
