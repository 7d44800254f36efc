import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { chanceFrom } from '../../support/chance.ts';
import { serve, startStandIn } from '../../support/stripe/stripe-stand-in.ts';

test('events come signed, to whoever wants their type', async () => {
  const hook = await startHook();
  const { stripe, standIn } = await startStandIn({ webhookUrl: hook.url });
  const customer = await stripe.customers.create({ email: 'ada@parley.example' });
  await stripe.customers.del(customer.id);
  await standIn.deliveries.settled();

  const [{ body, signature } = missing] = hook.received;
  const event = Stripe.webhooks.constructEvent(body, signature, standIn.keys.webhookSecret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.deleted',
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    data: { object: { id: customer.id, email: 'ada@parley.example' } },
  });
  expect(event.request?.id).toMatch(/^req_/);
  expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, standIn.keys.webhookSecret)).toThrow();
  // `customer.created` is nothing that the product follows.
  expect(hook.received).toHaveLength(1);
  expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
});

test('what is not acknowledged comes again', async () => {
  const hook = await startHook([500, 302]);
  const { stripe, standIn } = await startStandIn({ webhookUrl: hook.url });
  const customer = await stripe.customers.create();
  await stripe.customers.del(customer.id);
  const attempts = () => standIn.deliveries.report()[0]?.attempts;
  await expect.poll(attempts).toBe(1);
  const pending = await stripe.events.list({ delivery_success: false });
  expect(pending.data.map(({ type }) => type)).toEqual(['customer.deleted']);
  // Stripe would take hours.
  await standIn.clock.advanceTo(standIn.clock.now() + 3_600);
  // On a slow machine the next one may have come by itself.
  await expect.poll(attempts).toBeGreaterThanOrEqual(2);
  await standIn.clock.advanceTo(standIn.clock.now() + 3_600);
  await standIn.deliveries.settled();
  expect(hook.received).toHaveLength(3);
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1);
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  expect(standIn.deliveries.report()).toMatchObject([{ state: 'delivered', attempts: 3, lastStatus: 200 }]);
});

test('what is held comes in the order that is asked for', async () => {
  const hook = await startHook();
  const { stripe, standIn } = await startStandIn({ webhookUrl: hook.url });
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['*'] });
  const make = async () => {
    standIn.deliveries.hold();
    const { id } = await stripe.customers.create();
    await stripe.customers.update(id, { name: 'Ada' });
    await stripe.customers.del(id);
    await standIn.deliveries.settled();
  };
  const happened = ['customer.created', 'customer.updated', 'customer.deleted'];
  const release = async (how: Parameters<typeof standIn.deliveries.release>[0]) => {
    hook.received.length = 0;
    await make();
    expect(hook.received).toEqual([]);
    await standIn.deliveries.release(how);
    await standIn.deliveries.settled();
    return hook.types();
  };
  expect(await release({})).toEqual(happened);
  expect(await release({ order: 'reversed' })).toEqual(happened.toReversed());
  expect(await release({ order: ['customer.updated'] })).toEqual([
    'customer.updated',
    'customer.created',
    'customer.deleted',
  ]);
  const shuffled = await release({ order: 'shuffled', repeat: 3, chance: chanceFrom(7) });
  expect(shuffled.toSorted()).toEqual([...happened, ...happened, ...happened].toSorted());
  expect(shuffled).not.toEqual(happened.flatMap((type) => [type, type, type]));

  // From here on they come by themselves again.
  hook.received.length = 0;
  await stripe.customers.create();
  await standIn.deliveries.settled();
  expect(hook.types()).toEqual(['customer.created']);
});

test('what is lost never comes, is listed, and can be sent once more', async () => {
  const hook = await startHook();
  const { stripe, standIn } = await startStandIn({ webhookUrl: hook.url });
  standIn.deliveries.disturb({ lose: 0.5, chance: chanceFrom(1) });
  for (let count = 0; count < 8; count += 1) await stripe.customers.del((await stripe.customers.create()).id);
  await standIn.deliveries.settled();
  const lost = await stripe.events.list({ type: 'customer.deleted', delivery_success: false });
  expect(lost.data.length).toBeGreaterThan(0);
  expect(lost.data.length).toBeLessThan(8);
  expect(hook.received).toHaveLength(8 - lost.data.length);

  standIn.deliveries.disturb({});
  standIn.deliveries.replay('undelivered');
  await standIn.deliveries.settled();
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(8);
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  standIn.deliveries.replay([hook.received[0]?.id ?? '']);
  await standIn.deliveries.settled();
  expect(hook.received).toHaveLength(9);
});

test('commands on this machine direct them too, and no page does', async () => {
  const hook = await startHook();
  const { stripe, ask } = await startStandIn({ webhookUrl: hook.url });
  const command = (wish: object, headers: Record<string, string> = { 'x-parley-local': '1' }) =>
    ask('POST', '/control/webhooks', {
      body: JSON.stringify(wish),
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await command({ hold: true })).status).toBe(200);
  await stripe.customers.del((await stripe.customers.create()).id);
  const held = await ask('GET', '/control/webhooks', { headers: { 'x-parley-local': '1' } });
  expect(held.body.deliveries).toMatchObject([{ type: 'customer.deleted', state: 'pending', attempts: 0 }]);
  const released = await command({ release: { order: 'shuffled', repeat: 2 } });
  expect(released.body.deliveries).toMatchObject([{ state: 'delivered' }]);
  expect(hook.received).toHaveLength(2);
  expect((await command({ disturb: { lose: 1 } })).status).toBe(200);
  await stripe.customers.del((await stripe.customers.create()).id);
  expect((await command({ settle: true })).body.deliveries).toMatchObject([{}, { state: 'lost' }]);
  await command({ disturb: {} });
  await command({ replay: 'undelivered' });
  expect((await command({ settle: true })).body.deliveries[1].state).toBe('delivered');
  expect((await command({ release: { repeat: 0 } })).status).toBe(400);
  expect((await command({ hold: true }, {})).status).toBe(403);
  expect((await ask('OPTIONS', '/control/webhooks', { headers: {} })).status).toBe(403);
});

test('what was not delivered is, after the death of the process', async () => {
  const hook = await startHook();
  const folder = newFolder();
  const { stripe, standIn } = await startStandIn({ folder, webhookUrl: hook.url });
  standIn.deliveries.hold();
  await stripe.customers.del((await stripe.customers.create()).id);
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });

  // The site has another port by now.
  const moved = await startHook();
  const again = await startStandIn({ folder: copy, webhookUrl: moved.url });
  await again.standIn.deliveries.settled();
  expect(moved.types()).toEqual(['customer.deleted']);
  const [{ body, signature } = missing] = moved.received;
  expect(again.standIn.keys.webhookSecret).toBe(standIn.keys.webhookSecret);
  Stripe.webhooks.constructEvent(body, signature, standIn.keys.webhookSecret);
  expect(hook.received).toEqual([]);
});

interface Received {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

const missing: Received = { id: '', type: '', body: '', signature: '' };

/** A webhook endpoint. @param statuses what the first ones are answered with; the others are acknowledged */
async function startHook(statuses: number[] = []) {
  const received: Received[] = [];
  const { url } = await serve(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { id, type } = JSON.parse(body);
    received.push({ id, type, body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(statuses.shift() ?? 200, { location: 'http://127.0.0.1:9/' }).end('{"received":true}');
  });
  return { url: `${url}/hook`, received, types: () => received.map(({ type }) => type) };
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
