import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** The code of one CloudFront function: a call of an export of `viewer-request.ts`, compiled for runtime 2.0. */
export function edgeFunction(
  entry: 'onSiteRequest' | 'onSiteResponse' | 'onApiRequest',
  files: readonly string[],
): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `
        import { ${entry} } from './viewer-request.ts';
        const files = ${JSON.stringify(files)};
        function handler(event) { return ${entry}(event, files); }`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    // Nothing calls the handler in this file: CloudFront finds it by its name.
    treeShaking: false,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
    ...runtime,
  });
  const code = outputFiles[0]?.text ?? '';
  if (Buffer.byteLength(code) > functionBytes) throw new Error(`The edge function ${entry} is too large.`);
  return code;
}

/** The files of a built site outside `/assets/`, as `/sw.js`. Documents are reached by the routes. */
export function siteFiles(webFolder: string): string[] {
  return readdirSync(webFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(webFolder, path.join(entry.parentPath, entry.name))}`)
    .filter((file) => !file.startsWith('/assets/') && !file.endsWith('.html'))
    .sort();
}

/** CloudFront's quota for the size of a function. */
const functionBytes = 10_240;

/**
 * ECMAScript 5.1 and the later features that the runtime's documentation lists; esbuild turns whatever else it
 * meets into these, and fails where it cannot.
 */
const runtime = {
  target: 'es5',
  supported: {
    'const-and-let': true,
    arrow: true,
    'template-literal': true,
  },
};
