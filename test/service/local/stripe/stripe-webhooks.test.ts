import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../../support/command.ts';
import { listen } from '../../../support/parley/local.ts';
import { startStandIn } from '../../../support/stripe/stand-in.ts';

test('events are signed, and sent again until they are acknowledged', async () => {
  const hook = await startHook([500, 302]);
  const { url, stripe, standIn } = await startStandIn({ webhookUrl: hook.url });
  const { id } = await stripe.customers.create({ email: 'ada@parley.example' });
  await stripe.customers.del(id);
  await expect.poll(() => hook.received.length).toBe(1);
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  // A clock that moves shortens the pauses.
  await command(`${url}/control/clock`, { advanceDays: 1 });
  await expect.poll(() => hook.received.length).toBeGreaterThanOrEqual(2);
  await command(`${url}/control/clock`, { advanceDays: 1 });
  await standIn.deliveries.waitForAll();
  expect(hook.received).toHaveLength(3);
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);

  const [first = '', last = ''] = [hook.received[0]?.body, hook.received[2]?.body];
  expect(JSON.parse(last)).toMatchObject({ id: JSON.parse(first).id });
  const signature = hook.received[2]?.signature ?? '';
  const event = Stripe.webhooks.constructEvent(last, signature, standIn.keys.webhookSecret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.deleted',
    api_version: Stripe.API_VERSION,
    data: { object: { id, email: 'ada@parley.example' } },
  });
});

/** A webhook endpoint. @param statuses of its first answers; the others are 200 */
async function startHook(statuses: number[] = []) {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    received.push({ body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(statuses.shift() ?? 200, { location: 'http://127.0.0.1:9/' }).end();
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, received };
}
