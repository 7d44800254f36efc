import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOnce } from './build.ts';
import { type RunningParley, startParley } from './system.ts';

/**
 * Vitest's global set-up: one Parley, one built site, one set of bundles and one of templates for the whole run. Each
 * is made when the first test file asks for it, so a run of units alone starts nothing.
 *
 * `GET /parley` answers a `SharedParley`; `GET /site`, `GET /bundles` and `GET /templates` answer `{}` once the build
 * is current.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const build = {
    site: startOnce('site'),
    bundles: startOnce('bundles'),
    templates: startOnce('templates'),
  };
  let parley: Promise<RunningParley> | undefined;
  const answers: Record<string, () => Promise<object>> = {
    '/site': build.site,
    '/bundles': build.bundles,
    '/templates': build.templates,
    '/parley': async () => {
      await build.site();
      parley ??= startParley({ env: environment });
      const { url, login, dynamodb, stripe } = await parley;
      return { url, login, dynamodb, stripe };
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const answer = await answers[request.url ?? '']?.();
      response.writeHead(answer ? 200 : 404, closing).end(JSON.stringify(answer));
    } catch (error) {
      response.writeHead(500, closing).end((error as Error).message);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.PARLEY_SHARED = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await parley?.catch(() => undefined))?.stop();
  };
}

/** A test that blocked its process would use a connection that has timed out. */
const closing = { connection: 'close' };

/** A developer's AWS settings must not reach the engines. */
const environment = {
  AWS_PROFILE: 'another',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
  AWS_USE_FIPS_ENDPOINT: 'true',
};
