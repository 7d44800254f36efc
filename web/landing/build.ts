import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { buildSeparately } from '../documents/build-separately.ts';

export interface Landing {
  readonly script: string;
  readonly stylesheet: string;
  readonly modules: readonly string[];
}

/** Built apart from the app, whose bundles would grow by sharing. @param inlinesFont for the dev server */
export async function buildLanding(inlinesFont: boolean): Promise<Landing> {
  const files = await buildSeparately({
    plugins: [tailwindcss({ optimize: false })],
    build: {
      assetsInlineLimit: inlinesFont ? Number.POSITIVE_INFINITY : 0,
      // The font's hash must equal the app's.
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'landing.ts'),
        output: { hashCharacters: 'base36' },
      },
    },
  });
  const stylesheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  const script = files.find((file) => file.type === 'chunk');
  if (!stylesheet || !script) throw new Error('The landing page lacks its script or its stylesheet.');
  // A module would run after the first paint, so this is a plain script.
  const code = `(()=>{${readText(script).trim()}})()`;
  return { script: code, stylesheet: readText(stylesheet), modules: script.moduleIds };
}

type OutputFile = Awaited<ReturnType<typeof buildSeparately>>[number];

function readText(file: OutputFile): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}
