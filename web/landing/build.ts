import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import tailwindcss from '@tailwindcss/vite';
import { buildApart } from '../build-apart.ts';

/** What the landing page consists of beside the document. */
export interface Landing {
  readonly markup: string;
  readonly script: string;
  readonly stylesheet: string;
}

/**
 * Renders the landing page, and builds its script and stylesheet: apart from the app's, whose bundles would share with
 * them and grow by it.
 *
 * @param isLive its font is part of the stylesheet, since no file is written
 */
export async function buildLanding(isLive: boolean): Promise<Landing> {
  const [{ landingMarkup }, files] = await Promise.all([
    renderer(),
    buildApart({
      plugins: [tailwindcss()],
      build: {
        assetsInlineLimit: isLive ? Number.POSITIVE_INFINITY : 0,
        // Its font has the name that the app's has.
        rolldownOptions: { input: at('landing.ts'), output: { hashCharacters: 'base36' } },
      },
    }),
  ]);
  const stylesheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  const script = files.find((file) => file.type === 'chunk');
  if (!stylesheet || !script) throw new Error('The landing page lacks its script or its stylesheet.');
  // A module would run after the first paint.
  return {
    markup: landingMarkup(),
    script: `(()=>{${textOf(script).trim()}})()`,
    stylesheet: textOf(stylesheet),
  };
}

/** What renders the pages that are there without a script. */
export async function renderer(): Promise<Renderer> {
  const [page] = await buildApart({
    build: { ssr: at('static.tsx'), minify: false, rolldownOptions: { output: { format: 'cjs' } } },
  });
  if (!page) throw new Error('The landing page was not built.');
  const offered = {} as Renderer;
  // Without a file: `node --watch` would start anew for it.
  compileFunction(textOf(page), ['require', 'exports'])(createRequire(import.meta.url), offered);
  return offered;
}

/** What `static.tsx` offers. */
interface Renderer {
  landingMarkup(): string;
  translatorMarkup(): string;
}

type OutputFile = Awaited<ReturnType<typeof buildApart>>[number];

function textOf(file: OutputFile): string {
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
}

function at(file: string): string {
  return path.join(import.meta.dirname, file);
}
