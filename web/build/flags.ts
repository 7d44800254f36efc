import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Plugin } from 'vite';
import { languages } from '../../shared/languages.ts';

/** Serves `/flags/XX.png`: Windows has no flag emoji, and each SVG image would cost a slow phone 10 to 20 ms. */
export function flags(): Plugin {
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
