import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { type EndpointId, endpointIds } from '../../../shared/api/index.ts';
import { type JobName, jobNames } from '../../../shared/jobs.ts';
import { hashFiles, root } from './sources.ts';

/** An endpoint or a job: `functions/<area>/<word>.ts`. */
export type FunctionId = EndpointId | `jobs.${JobName}`;

export const functionIds: readonly FunctionId[] = [
  ...endpointIds,
  ...jobNames.map((name) => `jobs.${name}` as const),
];

export interface FunctionBundle extends BundleFiles {
  readonly id: FunctionId;
}

interface BundleFiles {
  readonly file: string;
  readonly eagerBytes: number;
  readonly lazyBytes: number;
}

export async function bundleFunctions(outputFolder: string): Promise<FunctionBundle[]> {
  const manifest = path.join(outputFolder, manifestName);
  await rm(manifest, { force: true });
  // Changes during bundling make the bundles stale.
  const sourceHash = await hashSources();
  const code = await bundleTogether();
  const bundles = await Promise.all(
    functionIds.map(async (id) => ({ id, ...(await bundleFunction(id, code, outputFolder)) })),
  );
  await writeFile(manifest, JSON.stringify({ sourceHash, bundles } satisfies BundleManifest));
  return bundles;
}

export async function ensureBundles(folder: string): Promise<readonly FunctionBundle[]> {
  const manifest = path.join(folder, manifestName);
  if (existsSync(manifest)) {
    const { sourceHash, bundles }: BundleManifest = JSON.parse(await readFile(manifest, 'utf8'));
    if (sourceHash === (await hashSources()) && bundles.every(({ file }) => existsSync(file))) return bundles;
  }
  return bundleFunctions(folder);
}

/** Bundles all functions with common chunks, so that each package is parsed once. @returns code by file name */
async function bundleTogether(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    ...bundleOptions,
    plugins: [versionOnly, noEndpointCache],
    // Constants of other modules can be inlined only here.
    minifySyntax: true,
    entryPoints: Object.fromEntries(functionIds.map((id) => [toFunctionName(id), getSourceFile(id)])),
    outdir: root,
  });
  return new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
}

/** @param code what `bundleTogether` returned */
async function bundleFunction(
  id: FunctionId,
  code: ReadonlyMap<string, string>,
  outputFolder: string,
): Promise<BundleFiles> {
  const folder = path.join(outputFolder, toFunctionName(id));
  const { outputFiles, metafile } = await build({
    ...bundleOptions,
    plugins: [readFrom(code)],
    entryPoints: { index: `./${toFunctionName(id)}.mjs` },
    outdir: folder,
    metafile: true,
    minify: true,
  });
  const files = new Map(outputFiles.map((output) => [path.basename(output.path), addRequire(output)]));
  await mkdir(folder, { recursive: true });
  await Promise.all([...files].map(([name, code]) => writeFile(path.join(folder, name), code)));
  const stale = (await readdir(folder)).filter((name) => !files.has(name));
  await Promise.all(stale.map((name) => rm(path.join(folder, name))));

  const sizes = new Map([...files].map(([name, code]) => [name, Buffer.byteLength(code)]));
  const eager = findStaticImports(metafile.outputs);
  const sum = (names: string[]) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  return {
    file: path.join(folder, 'index.mjs'),
    eagerBytes: sum([...files.keys()].filter((name) => eager.has(name))),
    lazyBytes: sum([...files.keys()].filter((name) => !eager.has(name))),
  };
}

/** `translation.translate` becomes `translation-translate`. */
export function toFunctionName(id: FunctionId): string {
  return id.replace('.', '-');
}

export function getSourceFile(id: FunctionId): string {
  return path.join(root, 'functions', `${id.replace('.', '/')}.ts`);
}

const manifestName = 'bundled.json';

function hashSources(): Promise<string> {
  return hashFiles(['functions/**/*.ts', 'shared/**/*.ts', 'package-lock.json', 'infra/aws/build/bundle.ts']);
}

/** SDK clients import package.json only for their version. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path: file }) => {
      const { version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** Endpoint discovery is off by default, so its cache is unused. */
const noEndpointCache: Plugin = {
  name: 'no-endpoint-cache',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@aws-sdk[\\/]endpoint-cache[\\/]/ }, () => ({
      contents: 'export class EndpointCache {}',
    })),
};

/** Resolves relative imports to files of `code`. */
function readFrom(code: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'read-from-code',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path: file }) => ({
        path: path.basename(file),
        namespace: 'code',
        pluginData: code.get(path.basename(file)),
      }));
      onLoad({ filter: /./, namespace: 'code' }, ({ pluginData }) => ({ contents: pluginData }));
    },
  };
}

const bundleOptions = {
  bundle: true,
  // Dynamic imports become chunks, which a cold start does not load.
  splitting: true,
  outExtension: { '.js': '.mjs' },
  // Escaped letters take two to four times the bytes.
  charset: 'utf8',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Only ES modules can be tree-shaken.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Imported only without credentials in the environment; Lambda always has them.
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
  write: false,
} as const satisfies Parameters<typeof build>[0];

/** CommonJS code in an ES module needs `require` for Node's modules. */
function addRequire({ text }: OutputFile): string {
  if (!text.includes('Dynamic require of')) return text;
  return `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);${text}`;
}

/** Names of `index.mjs` and its static imports, transitively. */
function findStaticImports(outputs: Metafile['outputs']): Set<string> {
  const importsByFile = new Map(
    Object.entries(outputs).map(([file, { imports }]) => [
      path.basename(file),
      imports
        .filter((each) => !each.external && each.kind === 'import-statement')
        .map((each) => path.basename(each.path)),
    ]),
  );
  const loaded = new Set(['index.mjs']);
  // Iterating a set visits values that are added on the way.
  for (const name of loaded) for (const imported of importsByFile.get(name) ?? []) loaded.add(imported);
  return loaded;
}

interface BundleManifest {
  readonly sourceHash: string;
  readonly bundles: readonly FunctionBundle[];
}
