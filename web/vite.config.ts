import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languages } from '../shared/languages.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), flags(), plainImports(), smallRouter()],
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
        chunkFileNames: 'assets/[name]-[hash:6].js',
        hashCharacters: 'base36',
      },
    },
  },
  server: { fs: { allow: ['..'] } },
});

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
 * know to have no effect.
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
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2');
    },
  };
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
