import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { cacheControl } from '../../stack/edge/headers.ts';

/** Serves payments on the site's origin: a script that replaces Stripe.js, and its calls. */
export interface StripeOnSite {
  isFor(request: IncomingMessage): boolean;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export const stripeScript = '/stripe-stand-in.js';

export function createStripeOnSite(answerCall: StripeOnSite['answer']): StripeOnSite {
  let script: Promise<string> | undefined;
  return {
    isFor: ({ url = '' }) => url.split('?', 1)[0] === stripeScript || url.startsWith(`${callsPath}/`),
    answer: async (request, response) => {
      const { url = '' } = request;
      if (!url.startsWith(`${callsPath}/`)) {
        script ??= bundleScript();
        const type = 'text/javascript; charset=utf-8';
        response.writeHead(200, { 'content-type': type, 'cache-control': cacheControl(stripeScript) });
        response.end(await script);
        return;
      }
      request.url = url.slice(callsPath.length);
      return answerCall(request, response);
    },
  };
}

const callsPath = '/stripe-stand-in';

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'browser/stripe.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
