import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBuyers } from '../../support/people/buyers.ts';
import { sendWebhook } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, item, all, logged } = buyers;
const { keys, secrets, calls, create, profile } = buyers;
const secret = keys.webhookSecret;

beforeAll(async () => {
  const ada = await user();
  await create(ada);
  customerId = (await profile(ada)).customerId ?? '';
});
afterEach(() => {
  vi.useRealTimers();
  secrets.value = JSON.stringify(keys);
});

describe('an event that Stripe has signed', () => {
  test('is processed with any origin header, and remembered', async () => {
    const event = await updateOfAda();
    expect(await sendWebhook(event, { secret })).toEqual({ status: 200, body: {} });
    expect(await item('users', `EVENT#${event.id}`, 'EVENT')).toMatchObject({
      expiresAt: expect.closeTo(Date.now() / 1_000 + 30 * 86_400, -2),
    });
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect(await sendWebhook(await updateOfAda(), { secret, headers: elsewhere })).toMatchObject({
      status: 200,
    });
  });

  test('is verified byte by byte, as base64, too', async () => {
    const event = { ...(await updateOfAda()), note: 'größer – 三 😀' };
    expect(await sendWebhook(event, { secret, isBase64: true })).toMatchObject({ status: 200 });
  });

  test.each(['text/plain', 'application/octet-stream', undefined])(
    'is accepted as %s, because only its bytes are signed',
    async (contentType) => {
      const headers = { 'content-type': contentType };
      expect(await sendWebhook(await updateOfAda(), { secret, headers })).toMatchObject({ status: 200 });
    },
  );

  test('has its lag measured once', async () => {
    const event = { ...(await updateOfAda()), created: Math.floor(Date.now() / 1_000) - 90 };
    for (let time = 1; time <= 2; time++) await sendWebhook(event, { secret });
    const lines = logged()
      .split('\n')
      .filter((line) => line.includes('"webhook-handled"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: event.type, WebhookLag: expect.closeTo(90_000, -5) },
    ]);
  });
});

describe('refused without effect is', () => {
  const refusals: [what: string, send: () => Promise<{ status: number }>][] = [
    [
      'an event with a foreign signature',
      async () => sendWebhook(await updateOfAda(), { secret: 'whsec_x' }),
    ],
    ['one from six minutes ago', async () => sendWebhook(await updateOfAda(), { secret, ageSeconds: 360 })],
    [
      'one of the other mode',
      async () => sendWebhook({ ...(await updateOfAda()), livemode: true }, { secret }),
    ],
    [
      'one without a mode',
      async () => sendWebhook({ ...(await updateOfAda()), livemode: undefined }, { secret }),
    ],
    ['one about nothing', async () => sendWebhook({ ...(await updateOfAda()), data: undefined }, { secret })],
    [
      'one without a type',
      async () => sendWebhook({ ...(await updateOfAda()), type: undefined }, { secret }),
    ],
    ['one without an id', async () => sendWebhook({ ...(await updateOfAda()), id: undefined }, { secret })],
    [
      'a truncated one',
      async () => sendWebhook(JSON.stringify(await updateOfAda()).slice(0, -9), { secret }),
    ],
    ['an empty body', async () => sendWebhook('', { secret })],
    ['a number', async () => sendWebhook('7', { secret })],
    ['JSON’s null', async () => sendWebhook('null', { secret })],
    ['a list', async () => sendWebhook('[]', { secret })],
    ['an event without a signature', async () => withSignature(undefined)],
    ['one with an empty signature', async () => withSignature('')],
    ['one with half a signature', async () => withSignature(`t=${Math.floor(Date.now() / 1_000)}`)],
    ['one with a signature of nothing', async () => withSignature(`t=${Math.floor(Date.now() / 1_000)},v1=`)],
  ];

  test.each(refusals)('%s', async (_what, send) => {
    const before = await worldNow();
    const asked = calls.length;
    expect(await send()).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(calls.slice(asked)).toEqual([]);
    expect(await worldNow()).toEqual(before);
  });

  test('a body with one changed letter', async () => {
    const event = await updateOfAda();
    const good = JSON.stringify(event);
    const answer = await sendWebhook(good.replace('evt_', 'evu_'), { secret, signedAs: good });
    expect(answer).toMatchObject({ status: 400 });
  });

  async function withSignature(signature: string | undefined) {
    return sendWebhook(await updateOfAda(), { secret, headers: { 'stripe-signature': signature } });
  }
});

test('the webhook secret is read again after a rotation', async () => {
  // A new process with a stopped clock.
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  // A later import reads the keys again.
  onTestFinished(() => void vi.resetModules());
  await sendWebhook(await updateOfAda(), { secret });
  secrets.value = JSON.stringify({ ...keys, webhookSecret: 'whsec_newer' });
  expect(await sendWebhook(await updateOfAda(), { secret: 'whsec_newer' })).toMatchObject({ status: 400 });
  vi.advanceTimersByTime(60_001);
  expect(await sendWebhook(await updateOfAda(), { secret: 'whsec_newer' })).toMatchObject({ status: 200 });
  expect(await sendWebhook(await updateOfAda(), { secret })).toMatchObject({ status: 400 });
});

let events = 0;
let customerId = '';

/** A valid event about a new purchase. */
async function updateOfAda() {
  events += 1;
  return {
    id: `evt_${events}`,
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { id: 'sub_1', object: 'subscription', customer: customerId } },
  };
}

async function worldNow() {
  return [...(await all('users')), ...(await all('usage'))];
}
