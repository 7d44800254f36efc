import type { Plugin } from 'vite';
import { buildWorker, offlineDocument } from '../offline/build.ts';
import { noteSources } from './notices.ts';

/** Adds the service worker, which lists the files built before it. */
export function worker(): Plugin {
  return {
    name: 'parley-worker',
    apply: 'build',
    generateBundle: {
      // After Vite's last changes, because the worker lists hashes.
      order: 'post',
      async handler(_options, bundle) {
        const { code, modules } = await buildWorker(bundle);
        noteSources(modules);
        // The worker contains it, so it is not deployed.
        delete bundle[offlineDocument];
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}
