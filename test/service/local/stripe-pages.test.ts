import type { Browser, Page } from 'playwright';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createStripePages } from '../../../infra/local/stripe/pages/pages.ts';
import { openStripe, type StripeStandIn } from '../../../infra/local/stripe/stripe.ts';
import { violations } from '../../support/browser/axe.ts';
import { launchBrowser, openPage } from '../../support/browser/browser.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { serve } from '../../support/stripe/stripe-stand-in.ts';

let browser: Browser;
/** The site that the portal leads back to. */
let returnUrl: string;

beforeEach(async () => {
  returnUrl = `${(await serve((_request, response) => void response.end('Parley'))).url}/`;
});

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe('the console', () => {
  test('shows each customer, moves the clock, and ends a subscription', async () => {
    const { url, stripe, standIn } = await start();
    const { subscription } = await subscriber(stripe, { email: 'ada@parley.example' });
    const page = await open(url);
    const ada = page.getByRole('article').filter({ hasText: 'ada@parley.example' });
    expect(await ada.innerText()).toMatch(/trialing: .*\$4\.99 per month/);
    expect(await ada.innerText()).toContain('Visa •••• 4242');

    const before = standIn.clock.now();
    await page.getByRole('button', { name: '+8 days' }).click();
    await page.getByRole('status').waitFor();
    expect(standIn.clock.now() - before).toBeGreaterThanOrEqual(8 * 86_400);
    expect(await ada.innerText()).toContain('active: ');
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');

    await page.getByLabel('Date and time, UTC').fill('2001-01-01T00:00:00');
    await page.getByRole('button', { name: 'Move there' }).click();
    expect(await page.getByRole('alert').innerText()).toBe('Time does not go back.');

    await page.getByLabel('Date and time, UTC').fill(inputDate(standIn.clock.now() + 7_200));
    await page.getByRole('button', { name: 'Move there' }).click();
    await ada.getByRole('button', { name: 'Dispute the last payment: ada@parley.example' }).click();
    await page.getByText('The last payment is disputed.').waitFor();
    await ada.getByRole('button', { name: 'Win the dispute: ada@parley.example' }).click();
    await page.getByText('The dispute is decided.').waitFor();
    expect(standIn.account.all('dispute')).toMatchObject([{ status: 'won', amount: 499 }]);

    await ada.getByRole('button', { name: 'Cancel now: ada@parley.example' }).click();
    await page.getByText('The subscription has ended.').waitFor();
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  });
});

describe('the portal', () => {
  test('adds a card that the bank asks about, which is charged from then on', async () => {
    const { url, stripe } = await start();
    const { customer, subscription, portal } = await subscriber(stripe);
    const page = await open(await portal());
    expect(await page.getByRole('link', { name: 'Return to Parley' }).getAttribute('href')).toBe(returnUrl);
    await page.getByRole('link', { name: 'Add payment method' }).click();
    await saveCard(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Fail' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(/unable to authenticate/);
    await saveCard(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Visa •••• 3155, expires 12/2034 · Default').waitFor();

    const { default_payment_method: charged } = await stripe.subscriptions.retrieve(subscription);
    expect((await stripe.paymentMethods.retrieve(String(charged))).card?.last4).toBe('3155');
    const found = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    expect(found.invoice_settings.default_payment_method).toBe(charged);

    await page.getByRole('button', { name: 'Remove: Visa •••• 4242' }).click();
    await page.getByText('The payment method was removed.').waitFor();
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    expect(page.url().startsWith(url)).toBe(true);
  });

  test('ends the plan and has it go on, and shows an invoice', async () => {
    const { stripe } = await start();
    const { subscription, portal } = await subscriber(stripe, { trialDays: 0 });
    const page = await open(await portal());
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText('Your plan ends with what is paid for.').waitFor();
    expect((await stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
    await page.getByRole('button', { name: 'Renew plan' }).click();
    await page.getByText('Your plan goes on.').waitFor();
    expect((await stripe.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);

    await page.getByRole('region', { name: 'Invoices' }).getByRole('link').click();
    await page.getByRole('heading', { name: /^Invoice / }).waitFor();
    expect(await page.getByRole('row', { name: 'Total' }).innerText()).toContain('$4.99');
  });

  test('opened for another card makes it the one that is charged, leaves what is owed to be charged, and goes back', async () => {
    const { stripe, standIn } = await start();
    const { subscription, portal } = await subscriber(stripe, { card: 'pm_card_chargeCustomerFail' });
    await standIn.clock.advanceTo(standIn.clock.now() + 8 * 86_400);
    const page = await open(await portal('card'));
    await saveCard(page, '4242 4242 4242 4242');
    await page.waitForURL(returnUrl);
    const { status, default_payment_method } = await stripe.subscriptions.retrieve(subscription, {
      expand: ['default_payment_method'],
    });
    expect(status).toBe('past_due');
    expect(default_payment_method).toMatchObject({ card: { last4: '4242' } });
  });

  test('lets nobody in without a session, or long after it was made', async () => {
    const { url, stripe, standIn } = await start();
    const { portal } = await subscriber(stripe);
    const address = await portal();
    expect((await fetch(`${url}/p/session/bps_unknown`)).status).toBe(404);
    expect((await fetch(address)).status).toBe(200);
    await standIn.clock.advanceTo(standIn.clock.now() + 3_601);
    const late = await fetch(address);
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('This session is over')]);
  });
});

test('axe finds nothing in any page, and nothing is cut off', async () => {
  const { url, stripe } = await start();
  const { portal, customer } = await subscriber(stripe, { email: '<b>"ada"&</b>@parley.example' });
  await stripe.subscriptions.create({
    customer,
    items: [{ price: await monthlyPrice(stripe) }],
    default_payment_method: (await stripe.paymentMethods.list({ customer })).data[0]?.id ?? '',
  });
  const invoice = (await stripe.invoices.list({ customer })).data[0]?.id;
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 320, height: 900 } });
  onTestFinished(() => context.close());
  const { page, problems } = await openPage(context, url);
  const address = await portal();
  for (const shown of [url, address, `${url}/i/${invoice}`, `${address}?card`]) {
    await page.goto(shown);
    expect(await violations(page), shown).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.goto(url);
  await page.getByRole('heading', { name: '<b>"ada"&</b>@parley.example' }).waitFor();
  expect(problems).toEqual([]);
});

test('no other site moves the clock, by a form or by a name that leads here', async () => {
  const { url, standIn } = await start();
  const before = standIn.clock.now();
  const send = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'action=clock&step=year',
    });
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await send({})).status).toBe(403);
  expect(standIn.clock.now() - before).toBeLessThan(60);
  expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  expect((await fetch(url.replace('127.0.0.1', 'localhost'))).status).toBe(421);
});

describe('in the whole system', () => {
  const [site, address] = [sharedParley.url, sharedParley.stripe];

  test('the stand-in has its API and its pages at an address of its own', async () => {
    expect(await (await fetch(address)).text()).toContain('Customers, clock and webhooks');
    expect((await fetch(`${address}/v1/customers`)).status).toBe(401);
    expect((await fetch(`${address}/nothing`)).status).toBe(404);
  });

  test('the payment pages have the script', async () => {
    const path = '/subscription';
    const answer = await fetch(site + path);
    expect(await answer.text()).toContain('<script src="/stripe-stand-in.js"></script>');
    expect(answer.headers.get('content-security-policy')).toContain('https://js.stripe.com');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test('other pages have not', async () => {
    for (const path of ['/', '/privacy-policy', '/nothing']) {
      expect(await (await fetch(site + path)).text(), path).not.toContain('stripe-stand-in');
    }
  });

  test('a page’s calls reach the stand-in with the key that the site gives out', async () => {
    const { publishableKey } = (await (await fetch(`${site}/api/stripe-config`)).json()) as Record<
      string,
      string
    >;
    const headers = { authorization: `Bearer ${publishableKey}` };
    const answer = await fetch(`${site}/stripe-stand-in/v1/setup_intents/seti_none?client_secret=none`, {
      headers,
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'resource_missing' } });
  });
});

/** A stand-in with its pages, whose owner the SDK is. */
async function start(webhookUrl?: string): Promise<{ url: string; stripe: Stripe; standIn: StripeStandIn }> {
  const { url } = await serve((request, response) => {
    const isApi = request.url?.startsWith('/v1/');
    return isApi ? standIn.answer(request, response) : pages.answer(request, response);
  });
  const say = (line: string) => expect.unreachable(line);
  const standIn = await openStripe({ origin: url, folder: undefined, webhookUrl: webhookUrl ?? url, say });
  onTestFinished(() => standIn.stop());
  if (!webhookUrl) standIn.deliveries.hold();
  const pages = createStripePages(url, standIn, say);
  const { hostname: host, port } = new URL(url);
  const stripe = new Stripe(standIn.keys.secretKey, { protocol: 'http', host, port, telemetry: false });
  return { url, stripe, standIn };
}

/** Somebody with a card and a subscription, in its trial unless that is said to have no days. */
async function subscriber(
  stripe: Stripe,
  { card = 'pm_card_visa', trialDays = 7, email = 'somebody@parley.example' } = {},
) {
  const { id: customer } = await stripe.customers.create({ email });
  const { id: method } = await stripe.paymentMethods.attach(card, { customer });
  const { id: subscription } = await stripe.subscriptions.create({
    customer,
    items: [{ price: await monthlyPrice(stripe) }],
    default_payment_method: method,
    ...(trialDays > 0 && { trial_period_days: trialDays }),
  });
  const portal = async (opens?: 'card') => {
    const { url } = await stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      ...(opens && {
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    });
    return url;
  };
  return { customer, subscription, portal };
}

async function monthlyPrice(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
  return data[0]?.id ?? '';
}

async function open(address: string): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { page, problems } = await openPage(context, address);
  onTestFinished(() => expect(problems).toEqual([]));
  return page;
}

async function saveCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save' }).click();
}

/** As `2026-11-28T14:05:09`, in UTC. */
function inputDate(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19);
}
