import fc from 'fast-check';
import Stripe from 'stripe';
import { damaged, json, rawBytes } from './bodies.ts';

export interface Forgery {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly signature: string;
}

const event = fc
  .record({
    id: fc.stringMatching(/^evt_[a-zA-Z0-9]{24}$/),
    type: fc.constantFrom('invoice.paid', 'setup_intent.succeeded', 'customer.subscription.updated'),
    object: fc.constant('event'),
    livemode: fc.boolean(),
    data: fc.record({ object: fc.record({ id: fc.string(), customer: fc.string() }) }),
  })
  .map(json);

const malformed = ['', 't=1', 'v1=', 't=,v1=', 't=NaN,v1=00', 't=99999999999,v1=00', 'v0=00', ','];

/** Webhooks without Stripe's secret. `service/billing/webhook.test.ts` refuses bad ones that are signed with it. */
export const forgeries: fc.Arbitrary<Forgery> = fc
  .tuple(
    fc.oneof(damaged(event), fc.anything().map(json), rawBytes),
    fc.oneof(fc.constantFrom('v1', 'v0'), fc.constantFrom(...malformed), fc.string()),
  )
  .map(([body, scheme]) => {
    if (!/^v[01]$/.test(scheme)) return { body, signature: scheme };
    const payload = new TextDecoder().decode(body);
    return {
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_forged', scheme }),
    };
  });
