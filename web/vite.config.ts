import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { languages } from '../shared/languages.ts';
import { documentNames, writeDocument, writeLandingDocument } from './documents/documents.ts';
import { writeNotices } from './documents/notices.ts';
import { prerender } from './documents/prerender.ts';
import { buildLanding } from './landing/build.ts';
import { buildWorker } from './offline/build.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), flags(), plainImports(), smallRouter(), documents(), worker()],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: false,
    // No getter of ours or of the libraries does anything but answer.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What the first load needs is one file: the more it is cut up, the worse it packs.
      output: {
        codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] },
        // Hashes do not pack, and the first load names every part that comes later.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
      },
    },
  },
  worker: { plugins: () => [notedModules()] },
  server: { fs: { allow: ['..'] } },
});

/** The files of what is built beside the app's scripts: the landing page's script, and workers. */
const besideScripts = new Set<string>();

/** Leaves `import()` as it is: no lazy part has a stylesheet of its own that would have to come before it. */
function plainImports(): Plugin {
  return {
    name: 'parley-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

/**
 * The router's package names its development build for every use but Node's; the production build lies beside it.
 * Both keep the components that nobody uses: by names that are assigned to them, and by calls that a bundler cannot
 * know to have no effect, their warnings to developers, and what routers that load data need.
 */
function smallRouter(): Plugin {
  return {
    name: 'parley-small-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id !== 'react-router' && id !== 'react-router/dom') return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found?.id.replace('/dist/development/', '/dist/production/');
    },
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return undefined;
      return code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^( *)((?:warning(?:Once)?|invariant)\()/gm, '$1/* @__PURE__ */ $2')
        .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = void 0;')
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2');
    },
  };
}

/** Makes a document for each page out of the one that there is. */
function documents(): Plugin {
  return {
    name: 'parley-documents',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(template, { path, server }) {
        const name = documentNames.find((each) => path === `/${each}.html`);
        if (!server || !name) return template;
        if (name !== 'translator' && name !== 'landing') return writeDocument(template, name);
        const { landingMarkup, translatorMarkup } = await prerender();
        if (name === 'translator') return writeDocument(template, name, translatorMarkup());
        const { script, stylesheet } = await buildLanding(true);
        const tags = `<style>${stylesheet}</style><script>${script}</script>`;
        return writeLandingDocument(template, { markup: landingMarkup(), tags });
      },
    },
    // The landing page has no modules that could be exchanged.
    hotUpdate({ file }) {
      if (!file.startsWith(`${import.meta.dirname}/landing/`)) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
    async generateBundle(_options, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') this.error('There is no document to make the others of.');
      const html = template.source.toString();
      delete bundle['index.html'];
      const { landingMarkup, translatorMarkup } = await prerender();
      for (const name of documentNames.filter((each) => each !== 'landing')) {
        const markup = name === 'translator' ? translatorMarkup() : '';
        const source = writeDocument(html, name, markup);
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
      }
      const { script, stylesheet, modules } = await buildLanding(false);
      for (const module of modules) besideScripts.add(module);
      for (const [, file = ''] of stylesheet.matchAll(/url\(\/(.+?)\)/g)) {
        if (!bundle[file]) this.error(`The landing page's stylesheet names ${file}, which was not built.`);
      }
      const emit = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const tags =
        `<link rel="stylesheet" href="${emit('landing.css', stylesheet)}">` +
        `<script src="${emit('landing.js', script)}"></script>`;
      this.emitFile({
        type: 'asset',
        fileName: 'landing.html',
        source: writeLandingDocument(html, { markup: landingMarkup(), tags }),
      });
    },
  };
}

/** Adds the service worker, which knows all that was built before it, and then the notices, which it need not keep. */
function worker(): Plugin {
  return {
    name: 'parley-worker',
    apply: 'build',
    generateBundle: {
      // Vite itself still changes scripts in this step, and the worker knows each by what is in it.
      order: 'post',
      async handler(_options, bundle) {
        const { code, modules } = await buildWorker(bundle);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
        const source = writeNotices([...modulesOf(bundle), ...besideScripts, ...modules]);
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    },
  };
}

/** The bundler hands on what a worker became, and not what it is made of. */
function notedModules(): Plugin {
  return {
    name: 'parley-noted-modules',
    generateBundle(_options, bundle) {
      for (const module of modulesOf(bundle)) besideScripts.add(module);
    },
  };
}

function modulesOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** Serves `/flags/XX.svg` for the languages that have a flag: Windows has no flag emoji. */
function flags(): Plugin {
  const used = new Set(languages.flatMap(({ flag }) => flag ?? []));
  const drawings = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));
  const read = (flag: string) => readFile(new URL(`${flag}.svg`, drawings));
  return {
    name: 'parley-flags',
    async generateBundle() {
      for (const flag of used) {
        this.emitFile({ type: 'asset', fileName: `flags/${flag}.svg`, source: await read(flag) });
      }
    },
    configureServer(server) {
      server.middlewares.use('/flags', async (request, response, next) => {
        const flag = request.url?.match(/^\/([A-Z-]+)\.svg/)?.[1];
        if (flag === undefined || !used.has(flag)) return next();
        response.setHeader('content-type', 'image/svg+xml').end(await read(flag));
      });
    },
  };
}
