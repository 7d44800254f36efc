import http from 'node:http';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { openStripe } from '../../../infra/local/stripe/stripe.ts';
import { close, listen } from '../parley/local.ts';
import { alsoAskStripeMock } from './stripe-mock.ts';

type RunningStandIn = Awaited<ReturnType<typeof openStandIn>>;

type Options = Partial<Omit<Parameters<typeof openStripe>[0], 'origin'>>;

/**
 * Stripe's stand-in without the rest of Parley.
 *
 * @param options.webhookUrl receives the events; by default no server does
 */
export async function openStandIn(options: Options = {}) {
  const server = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    await standIn.handle(await alsoAskStripeMock(request, response), response);
  });
  const url = await listen(server);
  const standIn = await openStripe({ origin: url, webhookUrl: discardUrl, log: () => {}, ...options });
  const { hostname: host, port } = new URL(url);
  const client = { protocol: 'http', host, port, telemetry: false, maxNetworkRetries: 0 } as const;
  return {
    url,
    standIn,
    /** The owner's client. */
    stripe: new Stripe(standIn.keys.secretKey, client),
    stop: async () => {
      await close(server);
      await standIn.stop();
    },
  };
}

/** Ends with the test, which fails if the stand-in reports anything. */
export async function startStandIn(options: Options = {}): Promise<RunningStandIn> {
  const said: string[] = [];
  const running = await openStandIn({ ...options, log: (line) => said.push(line) });
  onTestFinished(async () => {
    await running.stop();
    if (said.length > 0) throw new Error(`The stand-in said: ${said.join('\n')}`);
  });
  return running;
}

/** A connection to the discard port is refused at once. */
const discardUrl = 'http://127.0.0.1:9/';
