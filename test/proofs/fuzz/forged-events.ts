import fc from 'fast-check';
import Stripe from 'stripe';
import { webhookEvents } from '../../../shared/webhook-events.ts';
import { bytesOf, damaged, json, mostly } from './bodies.ts';

export const forgedEvents = fc
  .record({
    type: fc.constantFrom(...webhookEvents, '__proto__', ''),
    object: fc.record({
      id: fc.oneof(fc.constantFrom<unknown>('seti_1', 'sub_1', 'cus_1', undefined), fc.anything()),
      customer: fc.anything({ maxDepth: 2 }),
    }),
    livemode: fc.boolean(),
    secret: fc.constantFrom('whsec_', 'whsec_test', 'whsec_parley', 'undefined', ' '),
    ageSeconds: fc.constantFrom(0, 0, 299, 301, 86_400, -86_400),
    signature: mostly('as signed', 'cut', '', 't=,v1=', 't=1,v1=00,v0=00'),
    damage: damaged(fc.constant(bytesOf('{"id":"evt_1"}'))),
    isDamaged: fc.boolean(),
  })
  .map(({ type, object, livemode, secret, ageSeconds, signature, damage, isDamaged }) => {
    const event = { id: 'evt_1', object: 'event', type, livemode, created: 1, data: { object } };
    const body = isDamaged ? damage : json(event);
    const signed = Stripe.webhooks.generateTestHeaderString({
      payload: Buffer.from(body).toString(),
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
    });
    const sent = new Map([
      ['as signed', signed],
      ['cut', signed.slice(0, -1)],
    ]);
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': sent.get(signature) ?? signature,
    };
    return { headers, body };
  });
