import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { cacheControl } from '../../stack/edge/headers.ts';

/** What the site's own origin answers for payments: a script in place of Stripe.js, and the calls that it makes. */
export interface StripeOnSite {
  isFor(request: IncomingMessage): boolean;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Where the pages with a payment form find the script. */
export const stripeScript = '/stripe-stand-in.js';

/** @param answerCall answers a call of Stripe's API */
export function createStripeOnSite(answerCall: StripeOnSite['answer']): StripeOnSite {
  let script: Promise<string> | undefined;
  return {
    isFor: ({ url = '' }) => url.split('?', 1)[0] === stripeScript || url.startsWith(`${callsPath}/`),
    answer: async (request, response) => {
      if (!request.url?.startsWith(`${callsPath}/`)) {
        script ??= bundleScript();
        return sendScript(request, response, await script);
      }
      if (!isPublic(request)) {
        response.writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: refusal } }));
        return;
      }
      request.url = request.url.slice(callsPath.length);
      return answerCall(request, response);
    },
  };
}

const callsPath = '/stripe-stand-in';

const refusal = 'A page makes calls with its publishable key, and only those that the payment form needs.';

/** What Stripe lets a page do with the key that everybody can read; another site's page cannot send that header. */
function isPublic({ method, url = '', headers }: IncomingMessage): boolean {
  const call = `${method} ${url.slice(callsPath.length).split('?', 1)[0]}`;
  return /^Bearer pk_/.test(headers.authorization ?? '') && publicCalls.some((pattern) => pattern.test(call));
}

const publicCalls = [
  /^GET \/v1\/setup_intents\/\w+$/,
  /^POST \/v1\/setup_intents\/\w+\/confirm$/,
  /^POST \/control\/setup-intents\/\w+\/authenticate$/,
];

function sendScript(request: IncomingMessage, response: ServerResponse, script: string): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed');
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': cacheControl(stripeScript),
  });
  response.end(script);
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'browser/main.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
