import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeEach } from 'vitest';
import type { Recovery } from '../../../infra/local/stripe/account/account.ts';
import { apiEvent, invoke } from '../handlers/event.ts';
import { close, listen } from '../parley/local.ts';
import { giveCard } from '../people/cards.ts';
import { startSecrets } from './secrets.ts';
import { openStandIn } from './stand-in.ts';
import { webhookRequest } from './webhook.ts';

/** @returns the product's answer; `hang` sends none, and `reset` breaks the connection */
type Interceptor = (
  call: string,
  execute: () => Promise<Reply>,
  /** As it was sent. */
  body: string,
) => Promise<Reply | 'hang' | 'reset'>;

/** An answer of Stripe's. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Stripe's answer to a failure. */
export const outage: Reply = {
  status: 500,
  body: JSON.stringify({ error: { type: 'api_error', message: 'said by Stripe' } }),
};

/**
 * Stripe's stand-in behind a proxy, for tests that call handlers. Sets the environment: call it before importing one.
 *
 * @param recovery Stripe's settings for failed charges, if not the usual ones
 */
export async function startStripe(recovery?: Recovery) {
  let webhookStatus = 200;
  const webhook = http.createServer((_request, response) => void response.writeHead(webhookStatus).end());
  const { url, standIn, stripe, stop } = await openStandIn({ webhookUrl: await listen(webhook), recovery });
  // Each test delivers its events itself.
  standIn.deliveries.hold();
  const { keys } = standIn;

  let interceptor: Interceptor | undefined;
  const calls: string[] = [];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  // Longer than any test: reusing a closing connection would be another fault.
  const proxy = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    calls.push(call);
    if (!interceptor) return standIn.handle(request, response);
    const body = await buffer(request);
    const reply = await interceptor(call, () => forward(agent, url, request, body), `${body}`);
    if (reply === 'hang') return;
    if (reply === 'reset') return request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  process.env.STRIPE_URL = await listen(proxy);
  const secrets = await startSecrets(keys);

  beforeEach(() => {
    interceptor = undefined;
    calls.length = 0;
  });
  afterAll(async () => {
    agent.destroy();
    await stop();
    await Promise.all([proxy, webhook].map(close));
  });

  return {
    keys,
    secrets,
    perform: standIn.perform,
    account: standIn.account,
    stripe,
    /** The product's requests in this test, in order: `POST /v1/customers`. */
    calls: calls as readonly string[],
    /** Handles the product's calls in this test; by default they are carried out. */
    intercept: (given?: Interceptor) => {
      interceptor = given;
    },
    giveCard: (clientSecret: string, number?: string, address?: Parameters<typeof giveCard>[4]) =>
      giveCard(url, keys, clientSecret, number, address),
    setDefaultCard: async (customer: string, token: string) => {
      const { id } = await stripe.paymentMethods.attach(token, { customer });
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
      return id;
    },
    /** Oldest first. */
    eventsOf: async (customerId: string): Promise<Stripe.Event[]> => {
      const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
      const isAbout = ({ data }: Stripe.Event) => {
        const { id, customer } = data.object as { id?: string; customer?: string };
        return id === customerId || customer === customerId;
      };
      return events.filter(isAbout).reverse();
    },
    /** Stripe's time, in milliseconds since 1970. */
    now: () => standIn.clock.now() * 1_000,
    advance: (days: number) => standIn.clock.advanceTo(standIn.clock.now() + Math.round(days * 86_400)),
    /** Delivers events to a server that answers this status, not to the product. */
    deliverEvents: async (status: number) => {
      webhookStatus = status;
      await standIn.deliveries.sendHeld();
    },
  };
}

/**
 * Sends the product's webhook an event as Stripe does.
 *
 * @param event text is sent unchanged
 */
export async function sendWebhook(
  event: object | string,
  options: WebhookOptions,
): Promise<{ status: number; body: { code?: string } }> {
  const { handler } = await import('../../../functions/billing/webhook.ts');
  const now = Math.floor(Date.now() / 1_000);
  const payload = typeof event === 'string' ? event : JSON.stringify({ created: now, ...event });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: options.signedAs ?? payload,
    secret: options.secret,
    timestamp: now - (options.ageSeconds ?? 0),
  });
  const request = webhookRequest(payload, signature);
  const body = options.isBase64 ? Buffer.from(payload) : payload;
  const headers = { ...request.headers, ...options.headers };
  const answer = await invoke(handler, apiEvent({ ...request, body, headers }));
  return { status: answer.statusCode ?? 0, body: JSON.parse(answer.body ?? '{}') };
}

interface WebhookOptions {
  /** The signing secret. */
  readonly secret: string;
  /** The signed text, if it differs from the sent one. */
  readonly signedAs?: string;
  readonly ageSeconds?: number;
  /** Added to Stripe's headers; `undefined` removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly isBase64?: boolean;
}

async function forward(
  agent: http.Agent,
  url: string,
  { url: path, method, headers }: http.IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const asked = http.request(url + path, { method, headers, agent }).end(body);
  const [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
  return { status: answer.statusCode ?? 500, body: (await buffer(answer)).toString() };
}
