import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createStripeOnSite, stripeScript } from '../../../infra/local/stripe/site.ts';
import { openStripe, type StripeStandIn } from '../../../infra/local/stripe/stripe.ts';
import { securityHeaders } from '../../../infra/stack/edge/headers.ts';
import { violations } from '../../support/browser/axe.ts';
import { launchBrowser, openPage } from '../../support/browser/browser.ts';

let browser: Browser;
let standIn: StripeStandIn;
let stripe: Stripe;
let site: string;
let customer: string;

beforeAll(async () => {
  const api = http.createServer((request, response) => standIn.answer(request, response));
  const origin = await listen(api);
  standIn = await openStripe({ origin, webhookUrl: `${origin}/nowhere`, say: () => {} });
  standIn.deliveries.hold();
  stripe = new Stripe(standIn.keys.secretKey, {
    protocol: 'http',
    host: '127.0.0.1',
    port: new URL(origin).port,
  });
  const onSite = createStripeOnSite(standIn.answer);
  const siteServer = http.createServer((request, response) => {
    if (onSite.isFor(request)) return onSite.answer(request, response);
    const isStyle = request.url === '/style.css';
    const type = isStyle ? 'text/css' : 'text/html';
    response.writeHead(200, { ...securityHeaders('/subscription'), 'content-type': type });
    response.end(isStyle ? 'html { background: Canvas; }' : document);
  });
  site = await listen(siteServer);
  customer = (await stripe.customers.create()).id;
  browser = await launchBrowser();
  return async () => {
    await Promise.all([api, siteServer].map((server) => new Promise((closed) => server.close(closed))));
    await standIn.stop();
  };
});

afterAll(() => browser.close());

/** As the page that sells: a form around the place for Stripe's. */
const document = `<!doctype html><html lang="en"><head><title>Subscribe</title>
  <meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/style.css"><script src="${stripeScript}"></script></head>
  <body><main><h1>Subscribe</h1><form><div id="place"></div><button>Start</button></form></main></body></html>`;

test('axe finds nothing in the payment form, and nothing is cut off', async () => {
  const page = await openForm({ colorScheme: 'dark', viewport: { width: 320, height: 900 } });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Your card number is incomplete.').waitFor();
  await page.getByText('test cards').click();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

describe('a card', () => {
  test('that is good is kept, and the page goes on to where it wanted', async () => {
    const { client_secret, id } = await newIntent();
    const page = await openForm({}, client_secret);
    await fill(page, '4242424242424242');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('Expiration date').inputValue()).toBe('12 / 34');
    await page.getByLabel('Security code').press('Enter');
    await page.waitForURL(/redirect_status=succeeded/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      plan: 'monthly',
      setup_intent: id,
      setup_intent_client_secret: client_secret,
      redirect_status: 'succeeded',
    });
    const { payment_method } = await stripe.setupIntents.retrieve(id);
    expect(await stripe.paymentMethods.retrieve(String(payment_method))).toMatchObject({
      customer,
      card: { last4: '4242', exp_month: 12, exp_year: 2034 },
    });
  });

  test('that is declined is told with Stripe’s words, and another one can follow', async () => {
    const page = await openForm();
    await fill(page, '4000000000000002');
    await page.getByRole('button', { name: 'Start' }).click();
    expect(await failure(page)).toMatchObject({ type: 'card_error', code: 'card_declined' });
    await fill(page, '5555555555554444');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/redirect_status=succeeded/);
  });
});

describe('the bank’s question', () => {
  test('answered well, the card is kept', async () => {
    const page = await openForm();
    await fill(page, '4000002500003155');
    await page.getByRole('button', { name: 'Start' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your bank asks: is it you?' });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL(/redirect_status=succeeded/);
  });

  test('answered badly, it is not', async () => {
    const page = await openForm();
    await fill(page, '4000002500003155');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('button', { name: 'Fail' }).click();
    expect(await failure(page)).toMatchObject({ code: 'setup_intent_authentication_failure' });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

test('a page’s key opens nothing but the form’s own calls, and nothing at all is open without it', async () => {
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${site}/stripe-stand-in${path}`, { headers });
  const { publishableKey, secretKey } = standIn.keys;
  expect((await ask('/v1/customers', { authorization: `Bearer ${publishableKey}` })).status).toBe(403);
  expect((await ask('/v1/customers', { authorization: `Bearer ${secretKey}` })).status).toBe(403);
  expect((await ask('/control/clock', { 'x-parley-local': '1' })).status).toBe(403);
  const { id } = await newIntent();
  expect((await ask(`/v1/setup_intents/${id}`, { authorization: `Bearer ${publishableKey}` })).status).toBe(
    400,
  );
  expect((await fetch(site + stripeScript, { method: 'POST' })).status).toBe(405);
});

interface StripeWindow {
  failed: Promise<object>;
}

async function newIntent(): Promise<{ id: string; client_secret: string }> {
  const { id, client_secret } = await stripe.setupIntents.create({ customer });
  return { id, client_secret: client_secret ?? '' };
}

/** A page whose form gives the card to Stripe when it is sent; a failure is left at `window.failed`. */
async function openForm(options: BrowserContextOptions = {}, clientSecret?: string): Promise<Page> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const { page, problems } = await openPage(context, site);
  onTestFinished(() => expect(problems.filter((line) => !/status of 40[024]/.test(line))).toEqual([]));
  const secret = clientSecret ?? (await newIntent()).client_secret;
  await page.evaluate(mountForm, [standIn.keys.publishableKey, secret] as const);
  return page;
}

/** Runs in the page. */
async function mountForm([key, clientSecret]: readonly [string, string]) {
  // biome-ignore lint/suspicious/noExplicitAny: Stripe.js, as a page without types has it
  const stripe = (window as any).Stripe(key);
  const elements = stripe.elements({ clientSecret });
  const element = elements.create('payment');
  const form = window.document.querySelector('form');
  const failed = Promise.withResolvers<object>();
  Object.assign(window, { failed: failed.promise });
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { error } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: `${location.origin}/?plan=monthly` },
    });
    failed.resolve(error);
  });
  element.mount('#place');
  await new Promise((shown) => element.on('ready', shown));
}

function failure(page: Page): Promise<object> {
  return page.evaluate(() => (window as unknown as StripeWindow).failed);
}

async function fill(page: Page, number: string, expiry = '1234', cvc = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill(expiry);
  await page.getByLabel('Security code').fill(cvc);
}

async function listen(server: http.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
