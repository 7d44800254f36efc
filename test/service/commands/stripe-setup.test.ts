import { spawnSync } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setUpStripe } from '../../../infra/commands/stripe-setup.ts';
import { openStripe } from '../../../infra/local/stripe/stripe.ts';
import { planIds, plans } from '../../../shared/plans.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';

const site = 'https://parley.example';
const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:StripeSecretKeys-a1b2c3';
const intoSecret = ['--site', site, '--secret', secretArn];

const secretsManager = mockClient(SecretsManagerClient);
/** What the secret holds, and how often it was written. */
let held = '{}';
let written = 0;
let account: Account;
let keys: Record<'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY', string>;

beforeEach(async () => {
  held = '{}';
  written = 0;
  secretsManager.reset();
  secretsManager.on(GetSecretValueCommand, { SecretId: secretArn }).callsFake(() => ({ SecretString: held }));
  secretsManager.on(PutSecretValueCommand, { SecretId: secretArn }).callsFake(({ SecretString }) => {
    held = SecretString;
    written += 1;
    return {};
  });
  account = await openEmptyAccount();
  keys = account.keys;
});

afterEach(() => account.stop());
afterAll(() => secretsManager.restore());

describe('npm run stripe:setup, in an account without anything,', () => {
  test('makes a price for each plan, which is found by the plan’s id', async () => {
    await setUp(intoSecret);
    const prices = await account.stripe.prices.list({ lookup_keys: planIds, active: true });
    expect(prices.data).toHaveLength(planIds.length);
    for (const { id, amountCents, interval } of Object.values(plans)) {
      expect(prices.data.find(({ lookup_key }) => lookup_key === id)).toMatchObject({
        unit_amount: amountCents,
        currency: 'usd',
        recurring: { interval, interval_count: 1 },
      });
    }
    expect(new Set(prices.data.map(({ product }) => product)).size).toBe(1);
  });

  test('makes a webhook at the site, with the events that the product follows, in its library’s version', async () => {
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    expect(data).toMatchObject([
      { url: `${site}/api/stripe-webhook`, status: 'enabled', api_version: Stripe.API_VERSION },
    ]);
    expect(data[0]?.enabled_events.toSorted()).toEqual([...webhookEvents].sort());
  });

  test('makes a portal for card, invoices and cancelling at the period’s end, where plans are not switched', async () => {
    await setUp(intoSecret);
    const { data } = await account.stripe.billingPortal.configurations.list({ active: true });
    expect(data.find(({ metadata }) => metadata?.site === site)?.features).toMatchObject({
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    });
  });

  test('writes the keys into the secret, and says the secret one to nobody', async () => {
    const lines = await setUp(intoSecret);
    expect(JSON.parse(held)).toMatchObject({
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    expect(lines).toContain('written  the keys, in AWS Secrets Manager');
    expect(lines.join('\n')).not.toContain(keys.STRIPE_SECRET_KEY);
    expect(lines.join('\n')).not.toContain(JSON.parse(held).webhookSecret);
  });

  test('shows what belongs into the secret where it may not write it, but for the secret key', async () => {
    const text = (await setUp(['--site', site])).join('\n');
    expect(text).toMatch(/webhookSecret {4}whsec_\w+/);
    expect(text).toContain(keys.STRIPE_PUBLISHABLE_KEY);
    expect(text).not.toContain(keys.STRIPE_SECRET_KEY);
  });
});

describe('npm run stripe:setup, for the second time,', () => {
  test.each([
    ['with the secret', intoSecret],
    ['without it', ['--site', site]],
  ])('changes nothing and says so, %s', async (_, words) => {
    await setUp(words);
    const before = await wholeAccount();
    const writtenBefore = written;
    const lines = await setUp(words);
    expect(await wholeAccount()).toEqual(before);
    expect(written).toBe(writtenBefore);
    expect(lines.filter((line) => /^(made|changed|retired|removed|written)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('right')).length).toBeGreaterThan(4);
  });

  test('replaces a key that was rolled, and keeps the webhook', async () => {
    await setUp(intoSecret);
    const before = JSON.parse(held);
    held = JSON.stringify({ ...before, secretKey: 'sk_test_before_it_was_rolled' });
    await setUp(intoSecret);
    expect(JSON.parse(held)).toEqual(before);
    expect((await account.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });

  test('takes the publishable key from the secret where it is not told', async () => {
    await setUp(intoSecret);
    await setUp(intoSecret, { STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY });
    expect(JSON.parse(held).publishableKey).toBe(keys.STRIPE_PUBLISHABLE_KEY);
  });
});

describe('npm run stripe:setup, in an account that is not as it should be,', () => {
  test('sells at another amount under the same lookup key, and retires the price that had it', async () => {
    const old = await makePrice({ unit_amount: 399, lookup_key: 'parley_monthly' });
    const lines = await setUp(intoSecret);
    const { data } = await account.stripe.prices.list({ lookup_keys: ['parley_monthly'] });
    expect(data).toMatchObject([{ unit_amount: 499, active: true }]);
    expect(await account.stripe.prices.retrieve(old)).toMatchObject({ active: false, lookup_key: null });
    expect(lines).toContain(`retired  the price ${old}`);
  });

  test('retires a price of its own that an interrupted run left behind, and none of the owner’s', async () => {
    await setUp(intoSecret);
    const [{ product } = {}] = (await account.stripe.prices.list({ lookup_keys: ['parley_annual'] })).data;
    const left = await makePrice({ product: `${product}`, metadata: { plan: 'parley_annual' } });
    const own = await makePrice({ product: `${product}` });
    await setUp(intoSecret);
    expect(await account.stripe.prices.retrieve(left)).toMatchObject({ active: false });
    expect(await account.stripe.prices.retrieve(own)).toMatchObject({ active: true });
  });

  test('sells again what was archived', async () => {
    await setUp(intoSecret);
    const [price] = (await account.stripe.prices.list({ lookup_keys: ['parley_monthly'] })).data;
    await account.stripe.prices.update(price?.id ?? '', { active: false });
    await account.stripe.products.update(`${price?.product}`, { active: false });
    await setUp(intoSecret);
    expect(await account.stripe.prices.retrieve(price?.id ?? '')).toMatchObject({ active: true });
    expect(await account.stripe.products.retrieve(`${price?.product}`)).toMatchObject({ active: true });
  });

  test.each<[string, Stripe.WebhookEndpointUpdateParams]>([
    ['listens to other events', { enabled_events: ['invoice.paid', 'charge.failed'] }],
    ['listens to more', { enabled_events: [...webhookEvents, 'charge.failed'] }],
    ['was disabled', { disabled: true }],
  ])('corrects a webhook that %s', async (_, change) => {
    await setUp(intoSecret);
    const [made] = (await account.stripe.webhookEndpoints.list()).data;
    await account.stripe.webhookEndpoints.update(made?.id ?? '', change);
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    expect(data).toMatchObject([{ id: made?.id, status: 'enabled' }]);
    expect(data[0]?.enabled_events.toSorted()).toEqual([...webhookEvents].sort());
    expect(written).toBe(1);
  });

  test('replaces webhooks whose secret nobody has, and leaves those of others', async () => {
    const elsewhere = await makeWebhook('https://elsewhere.example/hook');
    await makeWebhook(`${site}/api/stripe-webhook`);
    await makeWebhook(`${site}/api/stripe-webhook`);
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    const { webhookEndpoint } = JSON.parse(held);
    expect(data.map(({ id }) => id).toSorted()).toEqual([elsewhere, webhookEndpoint].toSorted());
  });

  test('replaces a webhook that speaks another version than the library', async () => {
    await setUp(intoSecret);
    const before = JSON.parse(held);
    await account.stripe.webhookEndpoints.del(before.webhookEndpoint);
    const old = await makeWebhook(`${site}/api/stripe-webhook`, 'the account’s own version');
    held = JSON.stringify({ ...before, webhookEndpoint: old });
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    const { webhookEndpoint, webhookSecret } = JSON.parse(held);
    expect(data).toMatchObject([{ id: webhookEndpoint, api_version: Stripe.API_VERSION }]);
    expect(webhookSecret).not.toBe(before.webhookSecret);
  });

  test('keeps the secret of the new webhook before it ends the one that was there', async () => {
    const old = await makeWebhook(`${site}/api/stripe-webhook`);
    secretsManager.on(PutSecretValueCommand).rejects(new Error('The line is dead'));
    await expect(setUp(intoSecret)).rejects.toThrow('The line is dead');
    expect(await account.stripe.webhookEndpoints.retrieve(old)).toMatchObject({ status: 'enabled' });
  });

  test('makes a webhook of its own where the secret has another account’s', async () => {
    held = JSON.stringify({
      secretKey: 'sk_test_other',
      publishableKey: 'pk_test_other',
      webhookSecret: 'whsec_other',
      webhookEndpoint: 'we_other',
    });
    const old = await makeWebhook(`${site}/api/stripe-webhook`);
    await setUp(intoSecret);
    const { webhookSecret, webhookEndpoint } = JSON.parse(held);
    expect(webhookSecret).not.toBe('whsec_other');
    expect(webhookEndpoint).not.toBe(old);
  });

  test('believes a webhook’s secret that was written by hand beside the same key', async () => {
    const id = await makeWebhook(`${site}/api/stripe-webhook`);
    const byHand = {
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: 'whsec_by_hand',
    };
    held = JSON.stringify(byHand);
    await setUp(intoSecret);
    expect(JSON.parse(held)).toEqual({ ...byHand, webhookEndpoint: id });
  });

  test('corrects a portal where plans can be switched, and leaves another site’s alone', async () => {
    await setUp(['--site', 'https://other.example']);
    const [other] = (await account.stripe.billingPortal.configurations.list()).data;
    await setUp(intoSecret);
    const mine = await portalOf(site);
    await account.stripe.billingPortal.configurations.update(mine?.id ?? '', {
      features: { payment_method_update: { enabled: false } },
    });
    await setUp(intoSecret);
    expect(await portalOf(site)).toMatchObject({
      id: mine?.id,
      features: { payment_method_update: { enabled: true } },
    });
    expect(await portalOf('https://other.example')).toEqual(other);
  });
});

describe('npm run stripe:setup refuses', () => {
  test.each<[string, string[], Record<string, string>, string]>([
    ['no site', [], {}, 'Which site sells?'],
    ['a site without TLS', ['--site', 'http://parley.example'], {}, '--site takes the site’s address'],
    ['a page of a site', ['--site', `${site}/subscribe`], {}, '--site takes the site’s address'],
    ['an unknown flag', ['--site', site, '--force'], {}, '--force'],
    ['no secret', ['--site', site, '--secret', ''], {}, '--secret takes'],
    ['no key', ['--site', site], { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is not set'],
    ['a key of another kind', ['--site', site], { STRIPE_SECRET_KEY: 'pk_test_a' }, 'holds no secret key'],
    ['a live key unasked', ['--site', site], { STRIPE_SECRET_KEY: 'sk_live_a' }, 'say --live'],
    ['a restricted live key unasked', ['--site', site], { STRIPE_SECRET_KEY: 'rk_live_a' }, 'say --live'],
    ['a test key with --live', ['--site', site, '--live'], {}, 'is for test mode'],
    [
      'keys of two modes',
      ['--site', site],
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_a' },
      'holds no publishable key of that mode',
    ],
    [
      'to leave the page without its key',
      intoSecret,
      { STRIPE_PUBLISHABLE_KEY: '' },
      'STRIPE_PUBLISHABLE_KEY is not set',
    ],
  ])('%s, and touches nothing', async (_, words, environment, sentence) => {
    const before = await wholeAccount();
    await expect(setUp(words, { ...keys, ...environment })).rejects.toThrow(sentence);
    expect(await wholeAccount()).toEqual(before);
    expect(written).toBe(0);
  });

  test('to end real payments by test keys', async () => {
    held = JSON.stringify({ secretKey: 'sk_live_a', publishableKey: 'pk_live_a', webhookSecret: 'whsec_a' });
    const before = await wholeAccount();
    await expect(setUp(intoSecret)).rejects.toThrow('keys for real money');
    expect(await wholeAccount()).toEqual(before);
  });

  test('a secret that holds something else, without quoting it', async () => {
    held = 'sk_live_pasted';
    await expect(setUp(intoSecret)).rejects.toThrow(/holds no JSON(?!.*pasted)/);
  });

  test('a key that Stripe does not take, in a sentence without the key', async () => {
    const wrong = setUp(intoSecret, { ...keys, STRIPE_SECRET_KEY: 'sk_test_revoked' });
    await expect(wrong).rejects.toThrow(/^Stripe does not take the key in STRIPE_SECRET_KEY\.$/);
    expect(held).toBe('{}');
  });

  test('a Stripe that cannot be reached, in a sentence', async () => {
    await account.stop();
    await expect(setUp(intoSecret)).rejects.toThrow('Stripe cannot be reached');
  });

  test.each([
    ['ResourceNotFoundException', 'There is no secret'],
    ['AccessDeniedException', 'may not read and write'],
    ['ExpiredTokenException', 'have expired'],
    ['CredentialsProviderError', 'No AWS credentials were found'],
    ['Region is missing', 'Which region?'],
  ])('%s of AWS in a sentence', async (name, sentence) => {
    secretsManager.on(GetSecretValueCommand).rejects(Object.assign(new Error(name), { name }));
    await expect(setUp(intoSecret)).rejects.toThrow(sentence);
  });
});

test('--help says what there is, and needs no key', async () => {
  expect(await setUp(['--help'], {})).toEqual([expect.stringContaining('--secret NAME_OR_ARN')]);
});

test('the command ends with a sentence and a code where something is wrong', () => {
  const command = ['infra/commands/stripe-setup.ts', '--site', site];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, STRIPE_SECRET_KEY: 'sk_live_a' },
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The key in STRIPE_SECRET_KEY is for real money. If that is meant, say --live.\n',
  });
});
/** @returns what it says, line by line */
async function setUp(words: string[], environment: NodeJS.ProcessEnv = keys): Promise<string[]> {
  const lines: string[] = [];
  await setUpStripe(words, { ...environment, STRIPE_URL: account.url }, (line) => lines.push(line));
  return lines;
}

/** Everything that the command may touch. */
async function wholeAccount() {
  const { products, prices, webhookEndpoints, billingPortal } = account.stripe;
  const lists = [products, prices, webhookEndpoints, billingPortal.configurations];
  return Promise.all(lists.map(async (each) => (await each.list({ limit: 100 })).data));
}

async function makePrice(fields: Partial<Stripe.PriceCreateParams>): Promise<string> {
  const price = await account.stripe.prices.create({
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
    ...(!fields.product && { product: (await account.stripe.products.create({ name: 'Other' })).id }),
    ...fields,
  });
  return price.id;
}

/** @param version without one it speaks the version of its library */
async function makeWebhook(url: string, version?: 'the account’s own version'): Promise<string> {
  const { id } = await account.stripe.webhookEndpoints.create({
    url,
    enabled_events: [...webhookEvents],
    ...(!version && { api_version: Stripe.API_VERSION }),
  });
  return id;
}

async function portalOf(wanted: string) {
  const { data } = await account.stripe.billingPortal.configurations.list();
  return data.find(({ metadata }) => metadata?.site === wanted);
}

/** Stripe's stand-in, without the prices and the webhook that it has from the start. */
async function openEmptyAccount(): Promise<Account> {
  const server = http.createServer((request, response) => standIn.answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhookUrl = `${url}/nobody`;
  const standIn = await openStripe({ origin: url, folder: undefined, webhookUrl, say: () => {} });
  await standIn.perform(() => {
    for (const kind of ['webhook_endpoint', 'price', 'product'] as const) {
      for (const { id } of standIn.account.all(kind)) standIn.account.remove(kind, id);
    }
  });
  const { hostname: host, port } = new URL(url);
  const { secretKey, publishableKey } = standIn.keys;
  return {
    url,
    keys: { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey },
    stripe: new Stripe(secretKey, { protocol: 'http', host, port, telemetry: false }),
    stop: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await standIn.stop();
    },
  };
}

interface Account {
  readonly url: string;
  readonly keys: typeof keys;
  readonly stripe: Stripe;
  stop(): Promise<void>;
}
