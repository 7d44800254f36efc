import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildScript } from './build-separately.ts';
import { noteSources } from './notices.ts';

/**
 * The neural engine's files, and `virtual:engine-files` with their URLs. They stay as their package has them, as its
 * licence asks. Their names choose their content security policy.
 */
export function engine(): Plugin {
  return {
    name: 'parley-engine',
    resolveId: (id) => (id === virtualId ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      if (this.environment.mode === 'dev')
        return writeModule((name) => JSON.stringify(`${devPath}${names[name]}`));
      const references = await Promise.all(
        (['worker', 'glue', 'wasm'] as const).map(async (name) => {
          const source = await readEngineFile(name);
          return [name, this.emitFile({ type: 'asset', name: names[name], source })] as const;
        }),
      );
      const byName = Object.fromEntries(references);
      return writeModule((name) => `import.meta.ROLLUP_FILE_URL_${byName[name]}`);
    },
    configureServer(server) {
      server.middlewares.use(devPath, (request, response, next) => {
        const [name] = Object.entries(names).find(([, file]) => request.url === `/${file}`) ?? [];
        if (!name) return next();
        response.setHeader('content-type', name === 'wasm' ? 'application/wasm' : 'text/javascript');
        readEngineFile(name as EngineFile).then((source) => response.end(source), next);
      });
    },
  };
}

type EngineFile = keyof typeof names;

const virtualId = 'virtual:engine-files';
const devPath = '/engine/';
const names = { worker: 'neural-worker.js', glue: 'neural-engine.js', wasm: 'neural-engine.wasm' };
const packageFolder = path.dirname(
  fileURLToPath(import.meta.resolve('@browsermt/bergamot-translator/package.json')),
);

function writeModule(write: (name: EngineFile) => string): string {
  return (['worker', 'glue', 'wasm'] as const)
    .map((name) => `export const ${name}Url = ${write(name)};`)
    .join('\n');
}

async function readEngineFile(name: EngineFile): Promise<string | Uint8Array> {
  if (name === 'worker') {
    const { code, modules } = await buildScript('offline/engine/engine-worker.ts');
    noteSources([...modules, path.join(packageFolder, 'package.json')]);
    return code;
  }
  const extension = name === 'glue' ? 'js' : 'wasm';
  return readFile(path.join(packageFolder, `worker/bergamot-translator-worker.${extension}`));
}
