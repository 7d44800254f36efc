import path from 'node:path';
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

/** A classic script, because a module would run after the first paint. */
export async function buildScript(file: string, config: InlineConfig = {}) {
  const files = await buildSeparately({
    ...config,
    build: {
      ...config.build,
      // Hashed as in the app, so that both load the same font file.
      rolldownOptions: { input: file, output: { hashCharacters: 'base36' } },
    },
  });
  const script = files.find((each) => each.type === 'chunk');
  if (!script) throw new Error(`The build of ${file} has no script.`);
  return { code: `(()=>{${script.code.trim()}})()`, modules: script.moduleIds, files };
}
