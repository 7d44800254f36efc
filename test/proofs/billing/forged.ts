import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import Stripe from 'stripe';
import { lambdaContext } from '../../support/handlers/event.ts';
import type { Part } from '../proof.ts';
import { webhookRequest } from './world/scene.ts';
import type { World } from './world/world.ts';

/**
 * Webhooks that are forged, too old, of live mode or damaged: none is accepted, none crashes the handler, and
 * the keys are read at most once a minute.
 */
export async function forgeWebhooks(
  world: World,
  { webhooks, seed }: { webhooks: number; seed: number },
): Promise<Part> {
  const scene = await world.begin({ seed });
  await scene.add('ada');
  const { handler } = await import('../../../functions/billing/webhook.ts');
  const before = await scene.items();
  const readsBefore = world.secretReads();
  const time = runAhead();
  const startedAt = performance.now();
  const statuses: Record<string, number> = {};
  const findings: string[] = [];

  for (const forgery of fc.sample(forgeries(world.keys.webhookSecret), { numRuns: webhooks, seed })) {
    const { kind, body, signature } = forgery;
    time.aheadMs += eachMs;
    const answer = await handler(webhookRequest(body, signature), lambdaContext());
    const status = answer.statusCode ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status < 400 || status >= 500)
      findings.push(`${kind} is answered ${status}: ${signature} ${String(body)}`);
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  time.stop();
  const reads = world.secretReads() - readsBefore;
  if (reads > Math.ceil(minutes)) findings.push(`the keys were read ${reads} times in ${minutes} minutes`);
  if (!isDeepStrictEqual(await scene.items(), before)) findings.push('something was written');
  return {
    name: `${webhooks} forged, expired, wrong-mode and damaged webhooks (seed ${seed})`,
    figures: {
      ...statuses,
      'reads of the keys': reads,
      'seconds of the handler’s time': Math.round(minutes * 60),
    },
    findings: findings.slice(0, 5),
  };
}

/** Makes 10,000 of them take minutes of the handler's time. */
const eachMs = 20;

function runAhead() {
  const now = performance.now;
  const time = {
    aheadMs: 0,
    stop: () => {
      performance.now = now;
    },
  };
  performance.now = () => now.call(performance) + time.aheadMs;
  return time;
}

export function forgeries(secret: string) {
  const signed = (payload: string, options: { secret?: string; ageSeconds?: number; scheme?: string } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: options.secret ?? secret,
      timestamp: Math.floor(Date.now() / 1_000) - (options.ageSeconds ?? 0),
      ...(options.scheme && { scheme: options.scheme }),
    });
  const event = fc
    .record({
      id: fc.stringMatching(/^evt_[a-zA-Z0-9]{24}$/),
      type: fc.constantFrom('invoice.paid', 'setup_intent.succeeded', 'customer.subscription.updated'),
      object: fc.constant('event'),
      livemode: fc.constant(false),
      data: fc.record({ object: fc.record({ id: fc.string(), customer: fc.string() }) }),
    })
    .map((fields) => JSON.stringify(fields));
  const cut = fc
    .tuple(event, fc.double({ min: 0, max: 0.99, noNaN: true }))
    .map(([body, share]) => ({ body, start: body.slice(0, Math.floor(body.length * share)) }));
  const malformed = fc.constantFrom(
    't=1',
    'v1=',
    't=,v1=',
    't=NaN,v1=00',
    't=99999999999,v1=00',
    'v0=00',
    ',',
  );
  const noEvent = fc.oneof(
    fc.json(),
    fc.constantFrom(
      '{}',
      '[]',
      'null',
      '""',
      '{"livemode":false}',
      '{"livemode":false,"data":{"object":{}}}',
    ),
    fc.record({ livemode: fc.constant(false), data: fc.anything() }).map((value) => JSON.stringify(value)),
  );
  const withItsSignature = (body: string) => ({ body, signature: signed(body) });

  const kinds: Record<string, fc.Arbitrary<Forgery>> = {
    'another’s signature': fc
      .tuple(event, fc.string())
      .map(([body, word]) => ({ body, signature: signed(body, { secret: `whsec_${word}` }) })),
    'an old signature': fc
      .tuple(event, fc.integer({ min: 301, max: 10 ** 8 }))
      .map(([body, ageSeconds]) => ({ body, signature: signed(body, { ageSeconds }) })),
    'an event of live mode': event.map((body) =>
      withItsSignature(body.replace('"livemode":false', '"livemode":true')),
    ),
    'an event without a mode': event.map((body) => withItsSignature(body.replace('"livemode":false,', ''))),
    'a body that was cut off': cut.map(({ body, start }) => ({ body: start, signature: signed(body) })),
    'a body that was cut off before it was signed': cut.map(({ start }) => withItsSignature(start)),
    'one changed byte': fc
      .tuple(event, fc.nat(), fc.integer({ min: 1, max: 255 }))
      .map(([body, place, change]) => {
        const bytes = new TextEncoder().encode(body);
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        return { body: bytes, signature: signed(body) };
      }),
    'no signature': event.map((body) => ({ body, signature: undefined })),
    'a signature of no form': fc
      .tuple(event, fc.oneof(fc.string(), malformed))
      .map(([body, signature]) => ({ body, signature })),
    'a signature of another scheme': event.map((body) => ({
      body,
      signature: signed(body, { scheme: 'v0' }),
    })),
    'no event, signed': noEvent.map(withItsSignature),
    'random bytes': fc
      .uint8Array({ maxLength: 300 })
      .map((body) => ({ body, signature: signed(Buffer.from(body).toString()) })),
  };
  return fc.oneof(
    ...Object.entries(kinds).map(([kind, arbitrary]) => arbitrary.map((forgery) => ({ kind, ...forgery }))),
  );
}

interface Forgery {
  readonly body: string | Uint8Array;
  readonly signature: string | undefined;
}
