import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { buildApart } from '../documents/build-apart.ts';

/** What the landing page needs beside its markup. */
export interface Landing {
  readonly script: string;
  readonly stylesheet: string;
  /** The files that the script is made of. */
  readonly modules: readonly string[];
}

/**
 * Builds the landing page's script and stylesheet: apart from the app's, whose bundles would share with them and grow by
 * it.
 *
 * @param isLive its font is part of the stylesheet, since no file is written
 */
export async function buildLanding(isLive: boolean): Promise<Landing> {
  const files = await buildApart({
    plugins: [tailwindcss()],
    build: {
      assetsInlineLimit: isLive ? Number.POSITIVE_INFINITY : 0,
      // Its font has the name that the app's has.
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'landing.ts'),
        output: { hashCharacters: 'base36' },
      },
    },
  });
  const stylesheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  const script = files.find((file) => file.type === 'chunk');
  if (!stylesheet || !script) throw new Error('The landing page lacks its script or its stylesheet.');
  // A module would run after the first paint.
  const code = `(()=>{${textOf(script).trim()}})()`;
  return { script: code, stylesheet: textOf(stylesheet), modules: script.moduleIds };
}

type OutputFile = Awaited<ReturnType<typeof buildApart>>[number];

function textOf(file: OutputFile): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}
