import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { DocumentTexts } from '../documents/documents.ts';

export async function buildSeparately(config: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({
    ...config,
    configFile: false,
    root: path.resolve(import.meta.dirname, '..'),
    publicDir: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

/** A classic script, which can run before the document is complete. @param file in `web/` */
export async function buildScript(file: string, config: InlineConfig = {}) {
  const files = await buildSeparately({
    ...config,
    build: {
      ...config.build,
      // Hashed as in the app, so that both load the same font file.
      rolldownOptions: {
        input: path.resolve(import.meta.dirname, '..', file),
        output: { hashCharacters: 'base36' },
      },
    },
  });
  const script = files.find((each) => each.type === 'chunk');
  if (!script) throw new Error(`The build of ${file} has no script.`);
  return { code: `(()=>{${script.code.trim()}})()`, modules: script.moduleIds, files };
}

/** @param plugins that change the sources */
export async function buildPrerendered(plugins: Plugin[] = []): Promise<string> {
  const [page] = await buildSeparately({
    plugins,
    build: {
      ssr: 'documents/prerendered.tsx',
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  return page.code;
}

export function runPrerendered(code: string): Prerendered {
  const exported = {} as Prerendered;
  // Runs in memory, so that no file is written among the sources.
  compileFunction(code, ['require', 'exports'])(createRequire(import.meta.url), exported);
  return exported;
}

export interface Prerendered {
  readonly documentTexts: DocumentTexts;
  renderLanding(): string;
  renderOffline(): string;
  renderTranslator(): string;
}
