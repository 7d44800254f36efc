import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type InlineConfig, type Rolldown } from 'vite';

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

export async function prerender(): Promise<Prerendered> {
  const [page] = await buildSeparately({
    build: {
      ssr: 'documents/prerendered.tsx',
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const exported = {} as Prerendered;
  // Runs in memory, so that no file is written among the sources.
  compileFunction(page.code, ['require', 'exports'])(createRequire(import.meta.url), exported);
  return exported;
}

interface Prerendered {
  renderLanding(): string;
  renderOffline(): string;
  renderTranslator(): string;
}
