import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';
import { type EndpointId, endpointIds } from '../../shared/api/index.ts';
import { type JobName, jobNames } from '../../shared/jobs.ts';

/** An endpoint that has a handler, or a job: `functions/<area>/<word>.ts` either way. */
export type FunctionId = EndpointId | `jobs.${JobName}`;

/** Everything that is deployed as a Lambda. */
export const functionIds: readonly FunctionId[] = [
  ...endpointIds,
  ...jobNames.map((name) => `jobs.${name}` as const),
];

/** One deployable function, in a folder of its name. */
export interface FunctionBundle extends Bundle {
  readonly id: FunctionId;
}

/** A folder that is self-contained, but for what the platform never asks for. */
export interface Bundle {
  /** `index.mjs`, with its chunks beside it. */
  readonly file: string;
  /** What a cold start loads: the file, and the chunks that it imports. */
  readonly bytes: number;
  /** The chunks that are loaded only when a request wants them. */
  readonly laterBytes: number;
}

/** Bundles every function, each into a folder of its own. */
export async function bundleFunctions(outputFolder: string): Promise<FunctionBundle[]> {
  const record = recordIn(outputFolder);
  await rm(record, { force: true });
  // What changes while it bundles makes the bundles lag behind.
  const sources = await sourcesHash();
  const bundles = await Promise.all(
    functionIds.map(async (id) => ({
      id,
      ...(await bundleModule(sourceFile(id), path.join(outputFolder, functionName(id)))),
    })),
  );
  await writeFile(record, JSON.stringify({ sources, bundles } satisfies Bundled));
  return bundles;
}

/** The bundles that a folder holds, made anew where they lag behind their sources. */
export async function currentBundles(folder: string): Promise<readonly FunctionBundle[]> {
  const record = recordIn(folder);
  if (existsSync(record)) {
    const { sources, bundles }: Bundled = JSON.parse(await readFile(record, 'utf8'));
    if (sources === (await sourcesHash()) && bundles.every(({ file }) => existsSync(file))) return bundles;
  }
  return bundleFunctions(folder);
}

/**
 * @param source the module whose exports the bundle has
 * @param nodePaths where packages are that are not found from there
 */
export async function bundleModule(
  source: string,
  folder: string,
  nodePaths: string[] = [],
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...bundleOptions,
    entryPoints: { index: source },
    nodePaths,
    // What is imported by `await import` becomes a chunk of its own, which a cold start leaves alone.
    splitting: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map((output) => [path.basename(output.path), withRequire(output)]));
  await mkdir(folder, { recursive: true });
  await Promise.all([...files].map(([name, code]) => writeFile(path.join(folder, name), code)));
  const stale = (await readdir(folder)).filter((name) => !files.has(name));
  await Promise.all(stale.map((name) => rm(path.join(folder, name))));

  const sizes = new Map([...files].map(([name, code]) => [name, Buffer.byteLength(code)]));
  const atStart = loadedAtStart(metafile.outputs);
  const sum = (names: string[]) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  return {
    file: path.join(folder, 'index.mjs'),
    bytes: sum([...files.keys()].filter((name) => atStart.has(name))),
    laterBytes: sum([...files.keys()].filter((name) => !atStart.has(name))),
  };
}

/** `translation.translate` is the function `translation-translate`. */
export function functionName(id: FunctionId): string {
  return id.replace('.', '-');
}

/** The module whose `handler` the function is. */
export function sourceFile(id: FunctionId): string {
  return path.join(root, 'functions', `${id.replace('.', '/')}.ts`);
}

function recordIn(folder: string): string {
  return path.join(folder, 'bundled.json');
}

/** Of what the sources say: a file that is only written again is the same. */
async function sourcesHash(): Promise<string> {
  const files: string[] = [];
  const patterns = ['functions/**/*.ts', 'shared/**/*.ts', 'package-lock.json', 'infra/build/bundle.ts'];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  return hash.digest('hex');
}

/** Clients tell the provider their version, and bring their whole package.json along to know it. */
const versionsAlone: Plugin = {
  name: 'versions-alone',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path: file }) => {
      const { name, version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
    }),
};

/** DynamoDB's client brings a cache for endpoint discovery, which is off unless the environment turns it on. */
const noEndpointCache: Plugin = {
  name: 'no-endpoint-cache',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@aws-sdk[\\/]endpoint-cache[\\/]/ }, () => ({
      contents: 'export class EndpointCache {}',
    })),
};

/** How functions are bundled, and whatever is measured beside them. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  // Letters as they are: escaped, each takes two to four times the bytes.
  charset: 'utf8',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // ES modules shake out what is unused; the CommonJS builds that Node would pick do not.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  plugins: [versionsAlone, noEndpointCache],
  // The SDK imports these only when the environment holds no credentials; in Lambda it always does.
  external: [
    '@aws-sdk/credential-provider-http',
    '@aws-sdk/credential-provider-ini',
    '@aws-sdk/credential-provider-login',
    '@aws-sdk/credential-provider-process',
    '@aws-sdk/credential-provider-sso',
    '@aws-sdk/credential-provider-web-identity',
    '@aws-sdk/nested-clients/*',
    '@aws-sdk/token-providers',
    '@smithy/credential-provider-imds',
  ],
  logLevel: 'error',
} as const satisfies Parameters<typeof build>[0];

/** CommonJS libraries inside an ES module find Node's own modules by `require`, which ES modules lack. */
function withRequire({ text }: OutputFile): string {
  if (!text.includes('Dynamic require of')) return text;
  return `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);${text}`;
}

/** The names of the files that `index.mjs` imports at once, and those that they import, itself among them. */
function loadedAtStart(outputs: Outputs): Set<string> {
  const importsOf = new Map(
    Object.entries(outputs).map(([file, { imports }]) => [
      path.basename(file),
      imports
        .filter((each) => !each.external && each.kind === 'import-statement')
        .map((each) => path.basename(each.path)),
    ]),
  );
  const loaded = new Set(['index.mjs']);
  // A set is walked to what is added on the way.
  for (const name of loaded) for (const imported of importsOf.get(name) ?? []) loaded.add(imported);
  return loaded;
}

const root = path.resolve(import.meta.dirname, '../..');

/** What a bundling leaves beside the bundles. */
interface Bundled {
  /** What they were made of. */
  readonly sources: string;
  readonly bundles: readonly FunctionBundle[];
}

type Outputs = Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
