import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { chooseCacheControl } from '../../aws/stack/edge/headers.ts';

/** Replaces Stripe.js. */
export const scriptPath = '/stripe-stand-in.js';

/** Pages call the stand-in below this path: their CSP allows only their own origin. */
export const standInPath = '/stripe-stand-in';

let script: ReturnType<typeof bundleScript> | undefined;

export async function sendScript(response: ServerResponse): Promise<void> {
  script ??= bundleScript();
  const { outputFiles } = await script;
  const type = 'text/javascript; charset=utf-8';
  response.writeHead(200, { 'content-type': type, 'cache-control': chooseCacheControl(scriptPath) });
  response.end(outputFiles[0]?.contents);
}

function bundleScript() {
  return build({
    entryPoints: [path.join(import.meta.dirname, 'browser/stripe.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  });
}
