import { spawnSync } from 'node:child_process';
import path from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setUpStripe } from '../../../infra/aws/commands/stripe-setup.ts';
import { planIds, plans } from '../../../shared/plans.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';
import { openStandIn } from '../../support/stripe/stand-in.ts';

const site = 'https://parley.example';
const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:StripeSecretKeys-a1b2c3';
const intoSecret = ['--site', site, '--secret', secretArn];

const secretsManager = mockClient(SecretsManagerClient);
/** The secret's value and number of writes. */
let held = '{}';
let written = 0;
let account: Awaited<ReturnType<typeof openEmptyAccount>>;
let keys: Record<'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY', string>;

beforeEach(async () => {
  held = '{}';
  written = 0;
  secretsManager.reset();
  secretsManager
    .on(GetSecretValueCommand, { SecretId: secretArn })
    .callsFake(async () => ({ SecretString: held }));
  secretsManager.on(PutSecretValueCommand, { SecretId: secretArn }).callsFake(async ({ SecretString }) => {
    held = SecretString;
    written += 1;
    return {};
  });
  account = await openEmptyAccount();
  keys = account.keys;
});

afterEach(() => account.stop());
afterAll(() => secretsManager.restore());

describe('npm run stripe:setup in an empty account', () => {
  test('creates a price for each plan, with the plan’s id as lookup key', async () => {
    await setUp(intoSecret);
    const prices = await account.stripe.prices.list({ lookup_keys: planIds, active: true });
    expect(prices.data).toHaveLength(planIds.length);
    for (const { id, amountCents, interval } of Object.values(plans)) {
      expect(prices.data.find(({ lookup_key }) => lookup_key === id)).toMatchObject({
        unit_amount: amountCents,
        currency: 'usd',
        recurring: { interval, interval_count: 1 },
        tax_behavior: 'inclusive',
      });
    }
    expect(new Set(prices.data.map(({ product }) => product)).size).toBe(1);
  });

  test('creates a webhook with the product’s events in the library’s version', async () => {
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    expect(data).toMatchObject([
      { url: `${site}/api/stripe-webhook`, status: 'enabled', api_version: Stripe.API_VERSION },
    ]);
    expect(data[0]?.enabled_events.toSorted()).toEqual([...webhookEvents].sort());
  });

  test('creates a portal for cards, invoices and cancelling, without switching plans', async () => {
    await setUp(intoSecret);
    const { data } = await account.stripe.billingPortal.configurations.list({ active: true });
    expect(data.find(({ metadata }) => metadata?.site === site)?.features).toMatchObject({
      invoice_history: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['name', 'tax_id'] },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    });
  });

  test('writes the keys into the secret without printing secret ones', async () => {
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
});

describe('npm run stripe:setup, run again,', () => {
  test('changes nothing', async () => {
    await setUp(intoSecret);
    const before = await wholeAccount();
    const lines = await setUp(intoSecret);
    expect(await wholeAccount()).toEqual(before);
    expect(written).toBe(1);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  });

  test('replaces a rolled key and keeps the webhook', async () => {
    await setUp(intoSecret);
    const before = JSON.parse(held);
    held = JSON.stringify({ ...before, secretKey: 'sk_test_before_it_was_rolled' });
    await setUp(intoSecret);
    expect(JSON.parse(held)).toEqual(before);
    expect((await account.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });

  test('keeps the stored publishable key by default', async () => {
    await setUp(intoSecret);
    await setUp(intoSecret, { STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY });
    expect(JSON.parse(held).publishableKey).toBe(keys.STRIPE_PUBLISHABLE_KEY);
  });
});

describe('npm run stripe:setup in an account with differences', () => {
  test('changes an amount by a new price with the same lookup key, and retires the old one', async () => {
    const old = await makePrice({ unit_amount: 399, lookup_key: 'parley_monthly' });
    const lines = await setUp(intoSecret);
    const { data } = await account.stripe.prices.list({ lookup_keys: ['parley_monthly'] });
    expect(data).toMatchObject([{ unit_amount: 499, active: true }]);
    expect(await account.stripe.prices.retrieve(old)).toMatchObject({ active: false, lookup_key: null });
    expect(lines).toContain(`retired  the price ${old}`);
  });

  test('says that tax is included where a price does not say it', async () => {
    const [id, product] = await makeAlike();
    const lines = await setUp(intoSecret);
    expect(await account.stripe.prices.retrieve(id)).toMatchObject({ tax_behavior: 'inclusive', product });
    expect(lines).toContain('changed  the price parley_monthly, $4.99 a month');
    await setUp(intoSecret);
    expect((await account.stripe.prices.list({ lookup_keys: ['parley_monthly'] })).data).toMatchObject([
      { id },
    ]);
  });

  test('replaces a price to which Stripe adds tax', async () => {
    const [old] = await makeAlike('exclusive');
    await setUp(intoSecret);
    const { data } = await account.stripe.prices.list({ lookup_keys: ['parley_monthly'] });
    expect(data).toMatchObject([{ unit_amount: 499, tax_behavior: 'inclusive', active: true }]);
    expect(await account.stripe.prices.retrieve(old)).toMatchObject({ active: false, lookup_key: null });
  });

  test('reactivates an archived product and price', async () => {
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

  test('replaces webhooks with unknown secrets, and leaves other sites’ alone', async () => {
    const elsewhere = await makeWebhook('https://elsewhere.example/hook');
    await makeWebhook(`${site}/api/stripe-webhook`);
    await makeWebhook(`${site}/api/stripe-webhook`);
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    const { webhookEndpoint } = JSON.parse(held);
    expect(data.map(({ id }) => id).toSorted()).toEqual([elsewhere, webhookEndpoint].toSorted());
  });

  test('replaces a webhook of another API version', async () => {
    await setUp(intoSecret);
    const before = JSON.parse(held);
    await account.stripe.webhookEndpoints.del(before.webhookEndpoint);
    const old = await makeWebhook(`${site}/api/stripe-webhook`, 'old version');
    held = JSON.stringify({ ...before, webhookEndpoint: old });
    await setUp(intoSecret);
    const { data } = await account.stripe.webhookEndpoints.list();
    const { webhookEndpoint, webhookSecret } = JSON.parse(held);
    expect(data).toMatchObject([{ id: webhookEndpoint, api_version: Stripe.API_VERSION }]);
    expect(webhookSecret).not.toBe(before.webhookSecret);
  });

  test('stores the new webhook’s secret before it removes the old webhook', async () => {
    const old = await makeWebhook(`${site}/api/stripe-webhook`);
    secretsManager.on(PutSecretValueCommand).rejects(new Error('The line is dead'));
    await expect(setUp(intoSecret)).rejects.toThrow('The line is dead');
    const { data } = await account.stripe.webhookEndpoints.list();
    expect(data.find(({ id }) => id === old)).toMatchObject({ status: 'enabled' });
  });

  test('creates a webhook if the secret holds another account’s', async () => {
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

  test('corrects its portal and leaves another site’s alone', async () => {
    await setUp(['--site', 'https://other.example', '--secret', secretArn]);
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
    ['no site', [], {}, '--site must be a URL'],
    ['a site without TLS', ['--site', 'http://parley.example'], {}, '--site must be a URL'],
    ['an unknown flag', [...intoSecret, '--force'], {}, '--force'],
    ['no secret', ['--site', site, '--secret', ''], {}, '--secret must be'],
    ['no key', intoSecret, { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is not set'],
    ['a key of another kind', intoSecret, { STRIPE_SECRET_KEY: 'pk_test_a' }, 'must begin with sk_test_'],
    ['a live key unasked', intoSecret, { STRIPE_SECRET_KEY: 'sk_live_a' }, 'Add --live'],
    ['a test key with --live', [...intoSecret, '--live'], {}, 'is a test key'],
    ['keys of two modes', intoSecret, { STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }, 'must begin with pk_test_'],
    [
      'to leave the page without its key',
      intoSecret,
      { STRIPE_PUBLISHABLE_KEY: '' },
      'STRIPE_PUBLISHABLE_KEY is not set',
    ],
  ])('%s, and changes nothing', async (_, words, environment, sentence) => {
    const before = await wholeAccount();
    await expect(setUp(words, { ...keys, ...environment })).rejects.toThrow(sentence);
    expect(await wholeAccount()).toEqual(before);
    expect(written).toBe(0);
  });

  test('test keys over live ones', async () => {
    held = JSON.stringify({ secretKey: 'sk_live_a', publishableKey: 'pk_live_a', webhookSecret: 'whsec_a' });
    const before = await wholeAccount();
    await expect(setUp(intoSecret)).rejects.toThrow('holds live keys');
    expect(await wholeAccount()).toEqual(before);
  });

  test('a secret that holds something else, without quoting it', async () => {
    held = 'sk_live_pasted';
    await expect(setUp(intoSecret)).rejects.toThrow(/is not JSON(?!.*pasted)/);
  });

  test('a key that Stripe rejects, without printing it', async () => {
    const wrong = setUp(intoSecret, { ...keys, STRIPE_SECRET_KEY: 'sk_test_revoked' });
    await expect(wrong).rejects.toThrow(/^Stripe rejected STRIPE_SECRET_KEY\.$/);
    expect(held).toBe('{}');
  });

  test('with AWS’s own message', async () => {
    secretsManager.on(GetSecretValueCommand).rejects(new Error('Region is missing'));
    await expect(setUp(intoSecret)).rejects.toThrow('AWS Secrets Manager failed: Region is missing');
  });
});

test('the command fails with a sentence and an exit code', () => {
  const command = ['infra/aws/commands/stripe-setup.ts', ...intoSecret];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, STRIPE_SECRET_KEY: 'sk_live_a' },
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'STRIPE_SECRET_KEY is a live key. Add --live to use it.\n',
  });
});
/** @returns printed lines */
async function setUp(words: string[], environment: NodeJS.ProcessEnv = keys): Promise<string[]> {
  const lines: string[] = [];
  await setUpStripe(words, { ...environment, STRIPE_URL: account.url }, (line) => lines.push(line));
  return lines;
}

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

/** The monthly price, but for its tax. @returns its id and its product */
async function makeAlike(tax_behavior?: 'exclusive'): Promise<[string, string]> {
  const product = 'parley_premium';
  await account.stripe.products.create({ id: product, name: 'Parley Premium' });
  const fields = { product, unit_amount: 499, lookup_key: 'parley_monthly' };
  return [await makePrice({ ...fields, ...(tax_behavior && { tax_behavior }) }), product];
}

/** @param version without one it speaks the version of its library */
async function makeWebhook(url: string, version?: 'old version'): Promise<string> {
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

/** Stripe's stand-in without its initial prices and webhook. */
async function openEmptyAccount() {
  const { url, standIn, stripe, stop } = await openStandIn();
  await standIn.perform(() => {
    for (const kind of ['webhook_endpoint', 'price', 'product'] as const) {
      for (const { id } of standIn.account.all(kind)) standIn.account.remove(kind, id);
    }
  });
  const { secretKey, publishableKey } = standIn.keys;
  return {
    url,
    keys: { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey },
    stripe,
    stop,
  };
}
