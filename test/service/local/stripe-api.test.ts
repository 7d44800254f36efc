import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { setUpCatalogue } from '../../../infra/commands/stripe-account.ts';
import { type RunningStandIn, startStandIn } from '../../support/stripe/stripe-stand-in.ts';

test('a customer is made, found, changed and deleted', async () => {
  const { stripe } = await startStandIn();
  const made = await stripe.customers.create({ email: 'ada@parley.example', metadata: { userId: 'u1' } });
  expect(made.id).toMatch(/^cus_[A-Za-z0-9]{24}$/);
  expect(await stripe.customers.retrieve(made.id)).toEqual(made);
  await stripe.customers.create({ email: 'eve@parley.example' });
  const found = await stripe.customers.list({ email: 'ada@parley.example' });
  expect(found.data).toEqual([made]);

  const changed = await stripe.customers.update(made.id, {
    name: 'Ada',
    metadata: { userId: '', seat: '4' },
  });
  expect(changed).toMatchObject({ name: 'Ada', email: 'ada@parley.example', metadata: { seat: '4' } });
  const [event] = (await stripe.events.list({ type: 'customer.updated' })).data;
  expect(event?.data.previous_attributes).toEqual({ name: null, metadata: { userId: 'u1', seat: null } });

  expect(await stripe.customers.del(made.id)).toEqual({ id: made.id, object: 'customer', deleted: true });
  expect(await stripe.customers.retrieve(made.id)).toEqual({
    id: made.id,
    object: 'customer',
    deleted: true,
  });
  expect((await stripe.customers.list({ email: 'ada@parley.example' })).data).toEqual([]);
  await expect(stripe.customers.update(made.id, { name: 'Eve' })).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('what is sold is there from the start', async () => {
  const { stripe } = await startStandIn();
  const { data } = await stripe.prices.list({
    lookup_keys: ['parley_monthly', 'parley_annual'],
    expand: ['data.product'],
  });
  expect(
    data.map(({ lookup_key, unit_amount, currency, recurring }) => [
      lookup_key,
      unit_amount,
      currency,
      recurring?.interval,
    ]),
  ).toEqual([
    ['parley_annual', 3_999, 'usd', 'year'],
    ['parley_monthly', 499, 'usd', 'month'],
  ]);
  expect(data[0]?.product).toMatchObject({ object: 'product', name: 'Parley Premium', active: true });
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ status: 'enabled' }]);
  expect((await stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1);
});

test('the set-up of a real account would find nothing to do', async () => {
  const { stripe } = await startStandIn();
  const outcomes: string[] = [];
  // The compiler takes the SDK's types of two kinds of modules for two SDKs.
  await setUpCatalogue(stripe as never, (outcome) => outcomes.push(outcome));
  expect(new Set(outcomes)).toEqual(new Set(['right']));
});

test('a card is given, and is its customer’s when the intent has succeeded', async () => {
  const { stripe, ask, standIn } = await startStandIn();
  const customer = await stripe.customers.create({ email: 'ada@parley.example' });
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    usage: 'off_session',
    metadata: { plan: 'parley_monthly' },
  });
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    customer: customer.id,
    payment_method: null,
  });

  const given = await give(ask, standIn, intent, '5555 5555 5555 4444');
  expect(given.body).toMatchObject({ id: intent.id, status: 'succeeded' });
  // Everybody can read a page.
  expect(given.body).not.toHaveProperty('metadata');
  expect(given.body).not.toHaveProperty('customer');

  const done = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method', 'customer'] });
  expect(done.metadata).toEqual({ plan: 'parley_monthly' });
  expect(done.customer).toMatchObject({ id: customer.id, email: 'ada@parley.example' });
  expect(done.payment_method).toMatchObject({
    customer: customer.id,
    card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034 },
  });
  const [card] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  expect(done.payment_method).toEqual(card);
  expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toEqual([card]);
  const types = (await stripe.events.list()).data.map(({ type }) => type);
  expect(types.slice(0, 3)).toEqual([
    'setup_intent.succeeded',
    'payment_method.attached',
    'setup_intent.created',
  ]);
  expect((await stripe.setupIntents.list({ customer: customer.id })).data.map(({ id }) => id)).toEqual([
    intent.id,
  ]);
  await expect(stripe.setupIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'setup_intent_unexpected_state',
  });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  // A real card's number, as far as anybody can tell.
  ['4111111111111111', 'card_declined', 'test_mode_live_card', 'Your card was declined.'],
])('the card %s is declined, and another can be given', async (number, code, declineCode, message) => {
  const running = await startStandIn();
  const { stripe, ask, standIn } = running;
  const customer = await stripe.customers.create();
  const intent = await stripe.setupIntents.create({ customer: customer.id });
  const refused = await give(ask, standIn, intent, number);
  expect(refused.status).toBe(402);
  expect(refused.body.error).toMatchObject({
    type: 'card_error',
    code,
    message: expect.stringContaining(message),
    setup_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  expect(refused.body.error.decline_code).toBe(declineCode);
  expect(refused.body.error.setup_intent).not.toHaveProperty('customer');
  const after = await stripe.setupIntents.retrieve(intent.id);
  expect(after).toMatchObject({ payment_method: null, last_setup_error: { code, type: 'card_error' } });
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  expect(event?.type).toBe('setup_intent.setup_failed');

  expect((await give(ask, standIn, intent, '4242424242424242')).body.status).toBe('succeeded');
  expect((await stripe.setupIntents.retrieve(intent.id)).last_setup_error).toBeNull();
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
  [{ exp_year: '2019' }, 'invalid_expiry_year', 'exp_year'],
  [{ number: '378282246310005', cvc: '123' }, 'invalid_cvc', 'cvc'],
])('what is no card is refused: %o', async (wrong, code, field) => {
  const { stripe, ask, standIn } = await startStandIn();
  const intent = await stripe.setupIntents.create();
  const refused = await give(ask, standIn, intent, '4242424242424242', wrong);
  expect([refused.status, refused.body.error.code]).toEqual([402, code]);
  expect(refused.body.error.param).toBe(`payment_method_data[card][${field}]`);
  expect((await stripe.setupIntents.retrieve(intent.id)).last_setup_error).toBeNull();
});

test('the holder is asked by 3-D Secure, and may fail or succeed', async () => {
  const { stripe, ask, standIn } = await startStandIn();
  const customer = await stripe.customers.create();
  const intent = await stripe.setupIntents.create({ customer: customer.id });
  const asked = await give(ask, standIn, intent, '4000002500003155');
  expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);

  const answerBank = (succeed: boolean, secret = intent.client_secret) =>
    ask('POST', `/control/setup-intents/${intent.id}/authenticate`, {
      body: JSON.stringify({ client_secret: secret, succeed }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await answerBank(true, 'seti_1_secret_2')).status).toBe(400);
  expect((await answerBank(false)).body).toEqual({ id: intent.id, status: 'requires_payment_method' });
  expect((await stripe.setupIntents.retrieve(intent.id)).last_setup_error).toMatchObject({
    code: 'setup_intent_authentication_failure',
  });
  expect((await answerBank(true)).status).toBe(400);

  await give(ask, standIn, intent, '4000002500003155');
  expect((await answerBank(true)).body).toEqual({ id: intent.id, status: 'succeeded' });
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  const types = (await stripe.events.list({ types: ['setup_intent.*'] })).data.map(({ type }) => type);
  expect(types.toReversed()).toEqual([
    'setup_intent.created',
    'setup_intent.requires_action',
    'setup_intent.setup_failed',
    'setup_intent.requires_action',
    'setup_intent.succeeded',
  ]);
});

test('the same key and parameters are done once', async () => {
  const { stripe } = await startStandIn();
  const options = { idempotencyKey: 'customer:u1' };
  const both = await Promise.all([
    stripe.customers.create({ email: 'ada@parley.example', name: 'Ada' }, options),
    stripe.customers.create({ name: 'Ada', email: 'ada@parley.example' }, options),
  ]);
  const isReplay = (answer: (typeof both)[number]) => 'idempotent-replayed' in answer.lastResponse.headers;
  const [one, other] = both.sort((a, b) => Number(isReplay(a)) - Number(isReplay(b)));
  expect(other).toEqual(one);
  expect(other.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(other.lastResponse.headers['original-request']).toBe(one.lastResponse.requestId);
  expect(one.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  expect((await stripe.customers.list()).data).toHaveLength(1);

  const reused = stripe.customers.create({ email: 'eve@parley.example' }, options);
  await expect(reused).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await expect(reused).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.setupIntents.create({}, options)).rejects.toThrow(/same endpoint/);
});

test('pages lead through a list in both directions', async () => {
  const { stripe } = await startStandIn();
  const ids = [];
  for (let index = 0; index < 7; index += 1) ids.unshift((await stripe.customers.create()).id);
  const idsOf = (page: Stripe.ApiList<{ id: string }>) => page.data.map(({ id }) => id);

  const first = await stripe.customers.list({ limit: 3 });
  expect([idsOf(first), first.has_more, first.url]).toEqual([ids.slice(0, 3), true, '/v1/customers']);
  const last = await stripe.customers.list({ limit: 4, starting_after: ids[2] ?? '' });
  expect([idsOf(last), last.has_more]).toEqual([ids.slice(3), false]);
  const before = await stripe.customers.list({ limit: 2, ending_before: ids[3] ?? '' });
  expect([idsOf(before), before.has_more]).toEqual([ids.slice(1, 3), true]);
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids);

  // Where a page ended may be gone meanwhile.
  await stripe.customers.del(ids[2] ?? '');
  const rest = await stripe.customers.list({ limit: 2, starting_after: ids[2] ?? '' });
  expect(idsOf(rest)).toEqual(ids.slice(3, 5));

  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.customers.list({ limit: 0 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
    param: 'starting_after',
  });
});

test('ids are expanded where they stand, also deep and in lists', async () => {
  const { stripe } = await startStandIn();
  const { customer, subscription } = await subscriber(stripe);
  const deep = await stripe.subscriptions.retrieve(subscription.id, {
    expand: [
      'items.data.price.product',
      'customer.invoice_settings.default_payment_method',
      'latest_invoice',
    ],
  });
  expect(deep.items.data[0]?.price.product).toMatchObject({ id: 'parley_premium', object: 'product' });
  expect((deep.customer as Stripe.Customer).invoice_settings.default_payment_method).toMatchObject({
    object: 'payment_method',
    card: { last4: '4242' },
  });
  expect(deep.latest_invoice).toMatchObject({ object: 'invoice' });
  const { data } = await stripe.subscriptions.list({ customer: customer.id, expand: ['data.customer'] });
  expect(data[0]?.customer).toMatchObject({ id: customer.id, object: 'customer' });
  // The account itself keeps its ids.
  expect((await stripe.subscriptions.retrieve(subscription.id)).customer).toBe(customer.id);

  for (const path of ['id', 'object', 'nothing', 'metadata', 'invoice_settings']) {
    const wrong = stripe.customers.retrieve(customer.id, { expand: [path] });
    await expect(wrong, path).rejects.toThrow(/cannot be expanded/);
  }
});

test('what is not modelled is refused', async () => {
  const { stripe, ask } = await startStandIn();
  const { id } = await stripe.customers.create();
  const calls = [
    () => stripe.charges.list(),
    () => stripe.refunds.create({ charge: 'ch_1' }),
    () => stripe.customers.search({ query: 'email:"a"' }),
    () => stripe.customers.create({ tax_exempt: 'exempt' }),
    () => stripe.customers.update(id, { balance: 100 }),
    () => stripe.setupIntents.create({ allowed_payment_method_types: ['sepa_debit'] }),
    () =>
      stripe.prices.create({
        product: 'parley_premium',
        currency: 'usd',
        custom_unit_amount: { enabled: true },
      }),
    () => stripe.billingPortal.configurations.create({ features: { customer_update: { enabled: true } } }),
    () => stripe.billingPortal.sessions.create({ customer: id, locale: 'de' }),
    () => stripe.customers.retrieve(id, {}, { stripeAccount: 'acct_1' }),
    () => stripe.customers.retrieve(id, {}, { apiVersion: '2020-08-27' }),
  ];
  for (const call of calls) {
    await expect(call(), String(call)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  }
  const headers = (await ask('GET', '/v1/charges')).headers;
  expect(headers.get('request-id')).toMatch(/^req_/);
  expect((await ask('PUT', `/v1/customers/${id}`, { body: 'name=x' })).status).toBe(400);
  expect((await ask('GET', `/v1/customers/${id}?limit=1`)).status).toBe(400);
});

test('only the account’s keys open it, and a page’s key only what a page needs', async () => {
  const { stripe, ask, standIn, url } = await startStandIn();
  const { hostname: host, port } = new URL(url);
  const stranger = new Stripe('sk_test_51234567890123456789012345', { protocol: 'http', host, port });
  await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  await expect(stranger.customers.list()).rejects.toThrow(/^Invalid API Key provided: sk_test_\*{4}/);
  expect((await ask('GET', '/v1/customers', { headers: {} })).status).toBe(401);
  const basic = Buffer.from(`${standIn.keys.secretKey}:`).toString('base64');
  expect((await ask('GET', '/v1/customers', { headers: { authorization: `Basic ${basic}` } })).status).toBe(
    200,
  );

  const page = { authorization: `Bearer ${standIn.keys.publishableKey}` };
  const intent = await stripe.setupIntents.create();
  const address = `/v1/setup_intents/${intent.id}`;
  expect((await ask('GET', '/v1/customers', { headers: page })).body.error.code).toBe('secret_key_required');
  expect((await ask('GET', address, { headers: page })).body.error.param).toBe('client_secret');
  expect((await ask('GET', `${address}?client_secret=guessed`, { headers: page })).status).toBe(400);
  const read = await ask('GET', `${address}?client_secret=${intent.client_secret}`, { headers: page });
  expect(read.body).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
  const cancel = await ask('POST', `${address}/cancel`, {
    headers: page,
    body: `client_secret=${intent.client_secret}`,
  });
  expect(cancel.status).toBe(401);
});

test('the clock moves ahead, and what falls due on the way has its own time', async () => {
  const { stripe, standIn, ask } = await startStandIn();
  const { subscription } = await subscriber(stripe, { trial_period_days: 7 });
  const before = standIn.clock.now();
  const { body } = await ask('POST', '/control/clock', {
    body: JSON.stringify({ advanceDays: 40 }),
    headers: { 'content-type': 'application/json', 'x-parley-local': '1' },
  });
  expect(body.now - before).toBeGreaterThanOrEqual(40 * 86_400);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.status).toBe('active');
  const { data } = await stripe.events.list({ type: 'invoice.paid', created: { gte: before + 60 } });
  const days = data.map(({ created }) => Math.round((created - before) / 86_400));
  expect(days.at(-1)).toBe(7);
  expect(days).toHaveLength(2);

  await expect(standIn.clock.advanceTo(before)).rejects.toThrow(RangeError);
  const noHeader = await ask('POST', '/control/clock', { body: '{"advanceDays":1}', headers: {} });
  expect(noHeader.status).toBe(403);
});

test('what was answered survives the death of the process', async () => {
  const folder = newFolder();
  const first = await startStandIn({ folder });
  const { stripe, standIn } = first;
  const { customer, subscription } = await subscriber(stripe);
  const keyed = await stripe.customers.create({ name: 'Keyed' }, { idempotencyKey: 'k' });
  await standIn.clock.advanceTo(standIn.clock.now() + 1_000_000);
  const now = standIn.clock.now();
  const events = await stripe.events.list({ limit: 100 });
  const list = await stripe.customers.list();

  // What lies in the files at this moment, without a goodbye.
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  const again = await startStandIn({ folder: copy });
  expect(again.standIn.keys).toEqual(standIn.keys);
  expect(again.standIn.clock.now() - now).toBeLessThan(60);
  expect(again.standIn.clock.now()).toBeGreaterThanOrEqual(now);
  expect(await again.stripe.subscriptions.retrieve(subscription.id)).toEqual(
    await stripe.subscriptions.retrieve(subscription.id),
  );
  expect((await again.stripe.customers.list()).data).toEqual(list.data);
  expect((await again.stripe.events.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(
    events.data.map(({ id }) => id),
  );
  const more = await again.stripe.customers.create({ name: 'Keyed' }, { idempotencyKey: 'fresh' });
  expect((await again.stripe.customers.list()).data[0]?.id).toBe(more.id);
  expect((await again.stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  const replayed = await again.stripe.customers.create({ name: 'Keyed' }, { idempotencyKey: 'k' });
  // Twelve days have passed on its clock.
  expect(replayed.id).not.toBe(keyed.id);
  expect((await again.stripe.prices.list()).data).toHaveLength(2);
  expect((await again.stripe.webhookEndpoints.list()).data).toHaveLength(1);
});

async function subscriber(stripe: Stripe, options: { trial_period_days?: number } = {}) {
  const customer = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: data[0]?.id ?? '' }],
    ...options,
  });
  return { customer, subscription };
}

/** What the payment form sends. */
function give(
  ask: RunningStandIn['ask'],
  standIn: RunningStandIn['standIn'],
  intent: Stripe.SetupIntent,
  number: string,
  instead: Record<string, string> = {},
) {
  const cvc = number.startsWith('37') ? '1234' : '123';
  const card = { number, exp_month: '12', exp_year: '34', cvc, ...instead };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const body = pageForm(standIn, intent, {
    'payment_method_data[type]': 'card',
    ...Object.fromEntries(fields),
  });
  return ask('POST', `/v1/setup_intents/${intent.id}/confirm`, { body, headers: {} });
}

function pageForm(
  { keys }: RunningStandIn['standIn'],
  { client_secret }: Stripe.SetupIntent,
  fields: Record<string, string>,
): string {
  const form = new URLSearchParams({
    key: keys.publishableKey,
    client_secret: client_secret ?? '',
    return_url: 'https://parley.example/',
    use_stripe_sdk: 'true',
    ...fields,
  });
  return form.toString();
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-stripe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
