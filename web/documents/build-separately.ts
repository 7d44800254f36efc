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
