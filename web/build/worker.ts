import type { Plugin } from 'vite';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { addManifests, buildWorker, offlineDocument } from '../offline/build.ts';
import { noteSources } from './notices.ts';
import { getLanguageFolder } from './translations.ts';

/** Adds the service worker, which lists the files built before it. */
export function worker(): Plugin {
  return {
    name: 'parley-worker',
    apply: 'build',
    generateBundle: {
      // After Vite's last changes, because the worker lists hashes.
      order: 'post',
      async handler(_options, bundle) {
        const { code, modules } = await buildWorker();
        noteSources(modules);
        for (const [language, source] of await addManifests(code, bundle, interfaceLanguageCodes)) {
          const folder = getLanguageFolder(language);
          this.emitFile({ type: 'asset', fileName: `${folder}sw.js`, source });
          // The worker contains it, so it is not deployed.
          delete bundle[folder + offlineDocument];
        }
      },
    },
  };
}
