import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { buildApart } from './build-apart.ts';

/** What `prerendered.tsx` offers: HTML for the documents that show something before or without a script. */
interface Prerendered {
  landingMarkup(): string;
  translatorMarkup(): string;
}

/** Builds the pages that are rendered here, and loads what renders them. */
export async function prerender(): Promise<Prerendered> {
  const [page] = await buildApart({
    build: {
      ssr: path.join(import.meta.dirname, 'prerendered.tsx'),
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const offered = {} as Prerendered;
  // Without a file, which would lie among the sources.
  compileFunction(page.code, ['require', 'exports'])(createRequire(import.meta.url), offered);
  return offered;
}
