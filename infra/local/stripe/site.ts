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

/** @param answerCall answers a call of Stripe's API */
export function createStripeOnSite(answerCall: StripeOnSite['answer']): StripeOnSite {
  let script: Promise<string> | undefined;
  return {
    isFor: ({ url = '' }) => url.split('?', 1)[0] === stripeScript || url.startsWith(`${callsPath}/`),
    answer: async (request, response) => {
      const { url = '', headers } = request;
      if (!url.startsWith(`${callsPath}/`)) {
        script ??= bundleScript();
        return sendScript(request, response, await script);
      }
      // The API limits what this key may do. Another site's page cannot send the header.
      if (/^Bearer pk_/.test(headers.authorization ?? '')) {
        request.url = url.slice(callsPath.length);
        return answerCall(request, response);
      }
      response.writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: refusal } }));
    },
  };
}

const callsPath = '/stripe-stand-in';
const refusal = 'A page makes calls with its publishable key.';

function sendScript(request: IncomingMessage, response: ServerResponse, script: string): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed');
    return;
  }
  const type = 'text/javascript; charset=utf-8';
  response.writeHead(200, { 'content-type': type, 'cache-control': cacheControl(stripeScript) }).end(script);
}

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
