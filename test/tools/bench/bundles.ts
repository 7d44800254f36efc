import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import {
  bundleFunctions,
  bundleModule,
  bundleOptions,
  type FunctionId,
  sourceFile,
} from '../../../infra/build/bundle.ts';

export function isOverBudget({
  id,
  bytes,
  cpuRatio,
}: {
  id: FunctionId;
  bytes: number;
  cpuRatio: number;
}): boolean {
  const budget = budgets[id];
  return budget !== undefined && (bytes > budget.bytes || cpuRatio > budget.ratio);
}

/** The ratio is of processor time to that of the SDK clients alone: Lambda gives a share of a processor. */
export const budgets: Partial<Record<FunctionId, { bytes: number; ratio: number }>> = {
  'translation.translate': { bytes: 300 * 1_024, ratio: 1.25 },
};

/** Loads each bundle, and in turns a bundle of only its SDK clients, in new processes. Medians over rounds. */
export async function benchBundles(rounds = 21) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  try {
    const figures = [];
    for (const { id, file, bytes } of await bundleFunctions(folder)) {
      const clients = await bundleClients(id, path.join(folder, `${id}-clients`));
      const turns = Array.from({ length: rounds }, () => ({ own: load(file), alone: load(clients.file) }));
      figures.push({
        id,
        bytes,
        // 0 without SDK clients; then the ratios mean nothing.
        clientsBytes: clients.bytes,
        loadMs: median(turns.map(({ own }) => own.clockMs)),
        clientsLoadMs: median(turns.map(({ alone }) => alone.clockMs)),
        ratio: median(turns.map(({ own, alone }) => own.clockMs / alone.clockMs)),
        cpuRatio: median(turns.map(({ own, alone }) => own.cpuMs / alone.cpuMs)),
      });
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundleClients(id: FunctionId, folder: string): Promise<{ file: string; bytes: number }> {
  const imports = [...(await sdkImports(sourceFile(id)))];
  // Two packages may export the same name.
  const renamed = imports.map(([module, names], index) => ({
    module,
    names: names.map((name) => ({ name, as: `${name}${index}` })),
  }));
  const all = renamed.flatMap(({ names }) => names);
  const constructed = all
    .filter(({ name }) => name.endsWith('Client'))
    .map(({ name, as }) => construct(name, as, all));
  const contents = [
    ...renamed.map(({ module, names }) => {
      const list = names.map(({ name, as }) => `${name} as ${as}`).join(', ');
      return `import { ${list} } from '${module}';`;
    }),
    `export const clients = [${constructed.join(', ')}];`,
    `export const names = [${all.map(({ as }) => as).join(', ')}];`,
  ].join('\n');
  const source = `${folder}.ts`;
  writeFileSync(source, contents);
  // The file lies outside of our `node_modules`.
  const { file, bytes } = await bundleModule(source, folder, [path.join(root, 'node_modules')]);
  return { file, bytes: all.length > 0 ? bytes : 0 };
}

function construct(name: string, as: string, all: readonly { name: string; as: string }[]): string {
  if (name !== 'DynamoDBDocumentClient') return `new ${as}({})`;
  return `${as}.from(new ${all.find((each) => each.name === 'DynamoDBClient')?.as}({}))`;
}

async function sdkImports(entry: string): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: [entry],
    absWorkingDir: root,
    packages: 'external',
    metafile: true,
    write: false,
  });
  const imports = new Map<string, Set<string>>();
  for (const input of Object.keys(metafile.inputs)) {
    const source = readFileSync(path.join(root, input), 'utf8');
    for (const [, names = '', module = ''] of source.matchAll(
      /^import \{([^}]*)\} from '(@aws-sdk\/[^']+)'/gm,
    )) {
      const known = imports.get(module) ?? new Set();
      for (const name of names.split(',').map((each) => each.trim())) {
        if (name && !name.startsWith('type ')) known.add(name);
      }
      imports.set(module, known);
    }
  }
  return new Map([...imports].map(([module, names]) => [module, [...names]]));
}

function load(file: string): { clockMs: number; cpuMs: number } {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', timeImport, file], {
    encoding: 'utf8',
    env: { AWS_REGION: 'us-east-1' },
  });
  return JSON.parse(output);
}

const timeImport = `
  const cpu = process.cpuUsage();
  const start = performance.now();
  await import(process.argv[1]);
  const clockMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ clockMs, cpuMs: (user + system) / 1_000 }));`;

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const root = path.resolve(import.meta.dirname, '../../..');
