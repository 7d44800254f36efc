import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { languages } from '../shared/languages.ts';
import { buildScript, prerender } from './documents/build-separately.ts';
import {
  documentNames,
  renderDocument,
  renderLandingDocument,
  renderOfflineDocument,
  renderTranslatorDocument,
} from './documents/documents.ts';
import { renderNotices } from './documents/notices.ts';
import { trimReact } from './documents/trim-react.ts';
import { trimRouter } from './documents/trim-router.ts';
import { buildLanding } from './landing/build.ts';
import { buildWorker, offlineDocument } from './offline/build.ts';

/** Files of the idle chunk; what they import joins it. */
const idleParts =
  /\/(translator-sections|guest-banner|tools|record-extras|settings-sync|say|abilities)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  // Vite minifies the stylesheets; Tailwind’s own step warns about `::highlight`.
  plugins: [
    react(),
    tailwindcss({ optimize: false }),
    flags(),
    plainImports(),
    trimRouter(),
    trimReact(),
    documents(),
    worker(),
  ],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: false,
    // No getter of ours or of a library has side effects.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // Inlines each text where it is used, so that texts of later parts stay out of the first load.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      // One file for the first load, and one for what follows when the page is idle: more files compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            { name: 'soon', test: idleParts, priority: 1 },
          ],
        },
        // Short hashes, because the first load names every later part.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
      },
    },
  },
  worker: { plugins: () => [collectWorkerModules()] },
  server: { fs: { allow: ['..'] } },
});

/** Source files of the landing page's script and of workers. */
const otherScriptSources = new Set<string>();

/** Keeps plain `import()`: no lazy part has its own stylesheet. */
function plainImports(): Plugin {
  return {
    name: 'parley-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

/** Makes a document for each page from `index.html`. */
function documents(): Plugin {
  return {
    name: 'parley-documents',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(template, { path, server }) {
        const name = documentNames.find((each) => path === `/${each}.html`);
        if (!server || !name) return template;
        if (name !== 'translator' && name !== 'landing') return renderDocument(template, name);
        const { renderLanding, renderTranslator } = await prerender();
        if (name === 'translator') return renderDocument(template, name, renderTranslator());
        const { script, stylesheet } = await buildLanding(true);
        const tags = `<style>${stylesheet}</style><script>${script}</script>`;
        return renderLandingDocument(template, renderLanding(), tags);
      },
    },
    // The landing page has no modules for hot reload.
    hotUpdate({ file }) {
      if (!file.startsWith(`${import.meta.dirname}/landing/`)) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
    async generateBundle(_options, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') this.error('There is no index.html.');
      const html = template.source.toString();
      delete bundle['index.html'];
      const { renderLanding, renderOffline, renderTranslator } = await prerender();
      const emit = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const emitPage = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const name of documentNames.filter((each) => each !== 'landing' && each !== 'translator')) {
        emitPage(`${name}.html`, renderDocument(html, name));
      }
      const start = await buildScript(`${import.meta.dirname}/documents/start.ts`);
      const startUrl = emit('start.js', start.code);
      emitPage('translator.html', renderTranslatorDocument(html, renderTranslator(), startUrl));
      const full = Object.keys(bundle).find((file) => /^assets\/full-[\w-]+\.css$/.test(file));
      if (!full) this.error('There is no full.css.');
      emitPage(offlineDocument, renderOfflineDocument(html, renderOffline(), `/${full}`));
      const { script, stylesheet, modules } = await buildLanding(false);
      for (const module of modules) otherScriptSources.add(module);
      for (const [, file = ''] of stylesheet.matchAll(/url\(\/(.+?)\)/g)) {
        if (!bundle[file]) this.error(`The landing page’s stylesheet names ${file}, which was not built.`);
      }
      const tags =
        `<link rel="stylesheet" href="${emit('landing.css', stylesheet)}">` +
        `<script src="${emit('landing.js', script)}"></script>`;
      emitPage('landing.html', renderLandingDocument(html, renderLanding(), tags));
    },
  };
}

/** Adds the service worker, which lists files built before it, then the notices, which it does not cache. */
function worker(): Plugin {
  return {
    name: 'parley-worker',
    apply: 'build',
    generateBundle: {
      // After Vite's last changes, because the worker lists hashes.
      order: 'post',
      async handler(_options, bundle) {
        const { code, modules } = await buildWorker(bundle);
        // The worker contains it, so it is not deployed.
        delete bundle[offlineDocument];
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
        const source = renderNotices([...listModules(bundle), ...otherScriptSources, ...modules]);
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    },
  };
}

/** The bundler does not report a worker's source files. */
function collectWorkerModules(): Plugin {
  return {
    name: 'parley-worker-modules',
    generateBundle(_options, bundle) {
      for (const module of listModules(bundle)) otherScriptSources.add(module);
    },
  };
}

function listModules(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** Serves `/flags/XX.png`: Windows has no flag emoji, and each SVG image would cost a slow phone 10 to 20 ms. */
function flags(): Plugin {
  const used = new Set(languages.flatMap(({ flag }) => flag ?? []));
  const drawings = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));
  const isReady = readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    .then(initWasm)
    // The dev server restarts in the same process, where it is ready already.
    .catch(() => {});
  const draw = async (flag: string) => {
    const drawing = await readFile(new URL(`${flag}.svg`, drawings));
    await isReady;
    return new Resvg(drawing, { fitTo: { mode: 'width', value: flagWidth } }).render().asPng();
  };
  return {
    name: 'parley-flags',
    async generateBundle() {
      for (const flag of used) {
        this.emitFile({ type: 'asset', fileName: `flags/${flag}.png`, source: await draw(flag) });
      }
    },
    configureServer(server) {
      server.middlewares.use('/flags', (request, response, next) => {
        const flag = request.url?.match(/^\/([A-Z-]+)\.png/)?.[1];
        if (flag === undefined || !used.has(flag)) return next();
        draw(flag).then((image) => response.setHeader('content-type', 'image/png').end(image), next);
      });
    },
  };
}

/** Device pixels of the 26 CSS pixels on a phone's screen. */
const flagWidth = 78;
