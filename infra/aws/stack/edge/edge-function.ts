import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** Compiles an export of `viewer-functions.ts` for CloudFront's runtime 2.0. @param host to which others redirect */
export function compileEdgeFunction(
  entry: 'onSiteRequest' | 'onSiteResponse' | 'onApiRequest',
  files: readonly string[],
  host?: string,
): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `
        import { ${entry} } from './viewer-functions.ts';
        const files = ${JSON.stringify(files)};
        function handler(event) { return ${entry}(event, files, ${JSON.stringify(host)}); }`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    // CloudFront finds the handler by its name.
    treeShaking: false,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
    ...runtime,
  });
  const code = outputFiles[0]?.text ?? '';
  if (Buffer.byteLength(code) > maxFunctionBytes) throw new Error(`The edge function ${entry} is too large.`);
  return code;
}

/** Files outside `/assets/`, such as `/sw.js`. HTML is served by route. */
export function listSiteFiles(webFolder: string): string[] {
  return readdirSync(webFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(webFolder, path.join(entry.parentPath, entry.name))}`)
    .filter((file) => !file.startsWith('/assets/') && !file.endsWith('.html'))
    .sort();
}

const maxFunctionBytes = 10_240;

/** ECMAScript 5.1 and the newer features that CloudFront documents. */
const runtime = {
  target: 'es5',
  supported: {
    'const-and-let': true,
    arrow: true,
    'template-literal': true,
  },
};
