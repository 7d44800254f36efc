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
  const justNow = () => Math.floor(Date.now() / 1_000);

  test.each<[what: string, change: object, options?: Partial<Parameters<typeof sendWebhook>[1]>]>([
    ['an event with a foreign signature', {}, { secret: 'whsec_x' }],
    ['one from six minutes ago', {}, { ageSeconds: 360 }],
    ['one of the other mode', { livemode: true }],
    ['one without a mode', { livemode: undefined }],
    ['one about nothing', { data: undefined }],
    ['one without a type', { type: undefined }],
    ['one without an id', { id: undefined }],
    ['an event without a signature', {}, signed(undefined)],
    ['one with an empty signature', {}, signed('')],
    ['one with half a signature', {}, signed(`t=${justNow()}`)],
    ['one with a signature of nothing', {}, signed(`t=${justNow()},v1=`)],
  ])('%s', async (_what, change, options) => {
    await expectRefused({ ...(await updateOfAda()), ...change }, options);
  });

  test.each(['{"id":"evt_1","object":"ev', '', '7', 'null', '[]'])('the body %j', (body) =>
    expectRefused(body),
  );

  async function expectRefused(event: object | string, options: object = {}): Promise<void> {
    const before = await worldNow();
    const asked = calls.length;
    expect(await sendWebhook(event, { secret, ...options })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(calls.slice(asked)).toEqual([]);
    expect(await worldNow()).toEqual(before);
  }

  test('a body with one changed letter', async () => {
    const event = await updateOfAda();
    const good = JSON.stringify(event);
    const answer = await sendWebhook(good.replace('evt_', 'evu_'), { secret, signedAs: good });
    expect(answer).toMatchObject({ status: 400 });
  });

  function signed(signature: string | undefined) {
    return { headers: { 'stripe-signature': signature } };
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
