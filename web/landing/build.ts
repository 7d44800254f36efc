import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { buildSeparately } from '../documents/build-separately.ts';

/** A separate build: modules shared with the app would grow its bundles. @param isFontInlined for the dev server */
export async function buildLanding(isFontInlined: boolean) {
  const files = await buildSeparately({
    plugins: [tailwindcss({ optimize: false })],
    build: {
      assetsInlineLimit: isFontInlined ? Number.POSITIVE_INFINITY : 0,
      // Hashed as in the app, so that both load the same font file.
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'landing.ts'),
        output: { hashCharacters: 'base36' },
      },
    },
  });
  const stylesheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  const script = files.find((file) => file.type === 'chunk');
  if (!stylesheet || !script) throw new Error('The landing build has no script or no stylesheet.');
  // A classic script, because a module would run after the first paint.
  const code = `(()=>{${readText(script).trim()}})()`;
  return { script: code, stylesheet: readText(stylesheet), modules: script.moduleIds };
}

type OutputFile = Awaited<ReturnType<typeof buildSeparately>>[number];

function readText(file: OutputFile): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}
