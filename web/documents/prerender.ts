import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { buildApart } from './build-apart.ts';

interface Prerendered {
  landingMarkup(): string;
  offlineMarkup(): string;
  translatorMarkup(): string;
}

export async function prerender(): Promise<Prerendered> {
  const [page] = await buildApart({
    build: {
      ssr: path.join(import.meta.dirname, 'prerendered.tsx'),
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const offered = {} as Prerendered;
  // Runs it in memory, to write no file among the sources.
  compileFunction(page.code, ['require', 'exports'])(createRequire(import.meta.url), offered);
  return offered;
}
