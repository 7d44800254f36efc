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
} from '../../../infra/bundle.ts';

/** `node test/tools/bench/bundles.ts`: size and load time of every function; exit code 1 when a budget is passed. */
async function main(): Promise<void> {
  const measured = await benchBundles();
  printRow('', 'size', 'clients', 'load', 'clients', 'ratio', 'cpu ratio');
  for (const each of measured) {
    printRow(
      each.id,
      kib(each.bytes),
      kib(each.clientsBytes),
      ms(each.loadMs),
      ms(each.clientsLoadMs),
      each.clientsBytes > 0 ? each.ratio.toFixed(2) : '–',
      each.clientsBytes > 0 ? each.cpuRatio.toFixed(2) : '–',
    );
  }
  const over = measured.filter(isOverBudget);
  if (over.length > 0) console.log(`Over budget: ${over.map(({ id }) => id).join(', ')}`);
  process.exitCode = over.length > 0 ? 1 : 0;
}

function isOverBudget({ id, bytes, cpuRatio }: BundleFigures): boolean {
  const budget = budgets[id];
  return budget !== undefined && (bytes > budget.bytes || cpuRatio > budget.ratio);
}

/**
 * What a function may weigh, and take to load beside the SDK clients that it cannot do without. The ratio is of
 * processor time: Lambda gives a share of a processor, and on a machine with company the clock tells of the
 * company as well.
 */
export const budgets: Partial<Record<FunctionId, { bytes: number; ratio: number }>> = {
  'translation.translate': { bytes: 300 * 1_024, ratio: 1.25 },
};

/**
 * Loads each bundle, and beside it a bundle of only the SDK clients that the function constructs, minified
 * alike, in a new process each time. Both take turns, and a ratio is the median of the turns' own ratios, so that
 * whatever else the machine does meets both.
 *
 * @param rounds how many times each is loaded; the medians count
 */
export async function benchBundles(rounds = 21): Promise<BundleFigures[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'));
  try {
    const figures: BundleFigures[] = [];
    for (const { id, file, bytes } of await bundleFunctions(folder)) {
      const clients = await bundleClients(id, path.join(folder, `${id}-clients`));
      const turns = Array.from({ length: rounds }, () => ({ own: load(file), alone: load(clients.file) }));
      figures.push({
        id,
        bytes,
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

export interface BundleFigures {
  readonly id: FunctionId;
  /** What a cold start loads. */
  readonly bytes: number;
  /** 0 for a function that has no SDK client; its ratios mean nothing. */
  readonly clientsBytes: number;
  /** From `import` to the handler being there, without starting Node. */
  readonly loadMs: number;
  readonly clientsLoadMs: number;
  /** By the clock. */
  readonly ratio: number;
  /** By processor time. */
  readonly cpuRatio: number;
}

/** A module with what the function's own files import from the SDK, its clients constructed. */
async function bundleClients(id: FunctionId, folder: string): Promise<{ file: string; bytes: number }> {
  const imports = [...(await sdkImports(sourceFile(id)))];
  // Two packages may give the same name to things of their own.
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
  // It lies where no package is found.
  const { file, bytes } = await bundleModule(source, folder, [path.join(root, 'node_modules')]);
  return { file, bytes: all.length > 0 ? bytes : 0 };
}

/** The document client wraps a client; every other stands for itself. */
function construct(name: string, as: string, all: readonly { name: string; as: string }[]): string {
  if (name !== 'DynamoDBDocumentClient') return `new ${as}({})`;
  return `${as}.from(new ${all.find((each) => each.name === 'DynamoDBClient')?.as}({}))`;
}

/** Package to the names that our own modules import from it at run time. */
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

function printRow(id: string, ...columns: string[]): void {
  console.log(id.padEnd(22), ...columns.map((text) => text.padStart(11)));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function kib(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}

const root = path.resolve(import.meta.dirname, '../../..');

if (import.meta.main) await main();
