import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { buildSeparately } from './build-separately.ts';

interface Prerendered {
  renderLanding(): string;
  renderOffline(): string;
  renderTranslator(): string;
}

export async function prerender(): Promise<Prerendered> {
  const [page] = await buildSeparately({
    build: {
      ssr: path.join(import.meta.dirname, 'prerendered.tsx'),
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const exported = {} as Prerendered;
  // Runs in memory, so that no file is written among the sources.
  compileFunction(page.code, ['require', 'exports'])(createRequire(import.meta.url), exported);
  return exported;
}
