import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { openStripe, type StripeStandIn } from '../../../infra/local/stripe/stripe.ts';

/** Stripe's stand-in without the rest, and its own SDK, for one test. */
export interface RunningStandIn {
  readonly url: string;
  readonly standIn: StripeStandIn;
  /** The owner of the account. */
  readonly stripe: Stripe;
  /** A call without the SDK, by default with the secret key. */
  ask(
    method: string,
    path: string,
    options?: { body?: string; headers?: Record<string, string> },
  ): Promise<Asked>;
}

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  readonly body: any;
}

/**
 * @param options.folder keeps the account; without it everything is in memory
 * @param options.webhookUrl receives the events; by default no server does
 */
export async function startStandIn(
  options: { folder?: string; webhookUrl?: string } = {},
): Promise<RunningStandIn> {
  const server = await serve((request, response) => void standIn.answer(request, response));
  const said: string[] = [];
  const standIn = await openStripe({
    origin: server.url,
    folder: options.folder,
    webhookUrl: options.webhookUrl ?? nobody,
    say: (line) => said.push(line),
  });
  onTestFinished(async () => {
    await standIn.stop();
    if (said.length > 0) throw new Error(`The stand-in said: ${said.join('\n')}`);
  });
  const { hostname: host, port } = new URL(server.url);
  const { secretKey } = standIn.keys;
  return {
    url: server.url,
    standIn,
    stripe: new Stripe(secretKey, { protocol: 'http', host, port, telemetry: false, maxNetworkRetries: 0 }),
    ask: async (method, path, { body, headers = { authorization: `Bearer ${secretKey}` } } = {}) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetch(server.url + path, {
        method,
        headers: { ...(body !== undefined && type), ...headers },
        body: body ?? null,
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}

/** A server on a free port, for one test. */
export async function serve(answer: RequestListener): Promise<{ readonly url: string }> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The discard port: a connection is refused at once. */
const nobody = 'http://127.0.0.1:9/nobody';
