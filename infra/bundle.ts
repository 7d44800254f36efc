import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { type BuiltEndpointId, builtEndpointIds } from '../shared/api/index.ts';

/** One deployable function. */
export interface Bundle {
  readonly id: BuiltEndpointId;
  /** `<output folder>/<function's name>/index.mjs`, self-contained but for what the platform never asks for. */
  readonly file: string;
  readonly bytes: number;
}

/** Bundles every endpoint that has a handler, each into a file of its own. */
export async function bundleFunctions(outputFolder: string): Promise<Bundle[]> {
  const { outputFiles } = await build({
    ...bundleOptions,
    entryPoints: builtEndpointIds.map((id) => ({
      in: path.join(root, 'functions', `${id.replace('.', '/')}.ts`),
      out: `${functionName(id)}/index`,
    })),
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    write: false,
  });
  return Promise.all(
    builtEndpointIds.map(async (id) => {
      const file = path.join(outputFolder, functionName(id), 'index.mjs');
      const output = outputFiles.find((each) => path.relative(each.path, file) === '');
      if (!output) throw new Error(`${file} was not built`);
      const code = withRequire(output.text);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, code);
      return { id, file, bytes: Buffer.byteLength(code) };
    }),
  );
}

/** `translation.translate` is the function `translation-translate`. */
export function functionName(id: BuiltEndpointId): string {
  return id.replace('.', '-');
}

/** How functions are bundled, and whatever is measured beside them. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // ES modules shake out what is unused; the CommonJS builds that Node would pick do not.
  mainFields: ['module', 'main'],
  legalComments: 'none',
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
function withRequire(code: string): string {
  if (!code.includes('Dynamic require of')) return code;
  return `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);${code}`;
}

const root = path.resolve(import.meta.dirname, '..');
