import { realpathSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documents } from './build/documents.ts';
import { engine } from './build/engine.ts';
import { firstStylesheet, idleParts } from './build/first-stylesheet.ts';
import { flags } from './build/flags.ts';
import { languages } from './build/languages.ts';
import { notices, workerSources } from './build/notices.ts';
import { openFiles } from './build/open-files.ts';
import { markTexts } from './build/translations.ts';
import { worker } from './build/worker.ts';

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/',
  // Vite minifies the stylesheets; Tailwind’s own step warns about `::highlight`.
  plugins: [
    { ...markTexts(), apply: 'build' },
    react(),
    firstStylesheet(),
    tailwindcss({ optimize: false }),
    flags(),
    engine(),
    documents(),
    languages(),
    worker(),
    openFiles(),
    notices(),
  ],
  resolve: {
    alias: [
      {
        // Its exports name the development build only.
        find: /^react-router$/,
        replacement: path.join(import.meta.dirname, '../node_modules/react-router/dist', mode, 'index.mjs'),
      },
    ],
  },
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What recognises a text's language has 960 KB, and loads when it is needed.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Puts each text where it is used, so that texts of later parts stay out of the first load.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // One file for the first load, one for what follows when the page is idle, and one to read the server's
        // answers: more files compress worse.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            { name: 'soon', test: idleParts, priority: 1 },
            { name: 'answers', test: /\/web\/answers\.ts$/, priority: 1 },
          ],
        },
        // Short hashes, because the first load names every later part. Ad blockers refuse `/assets/analytics-…`.
        chunkFileNames: ({ name }) => `assets/${name.replace('analytics', 'figures')}-[hash:7].js`,
        hashCharacters: 'base36',
      },
    },
  },
  worker: { plugins: () => [workerSources()] },
  // `node_modules` may be a link, and its files are served by their real paths.
  server: { fs: { allow: ['..', realpathSync(path.join(import.meta.dirname, '../node_modules'))] } },
}));
