import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newGuest, openPage, toast } from '../support/browser/browser.ts';
import { type SignedIn, signUpIn } from '../support/browser/people.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';
import { revenueCents } from '../support/people/premium.ts';

/** The stand-in's clock is moved, so these have a Parley of their own. */
let parley: RunningParley;
let browser: Browser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([startParley(), launchBrowser()]);
});
afterAll(async () => {
  try {
    await browser.close();
  } finally {
    await parley.stop();
  }
});

test('a trial: subscribed by card, used without limit, cancelled, reactivated', async () => {
  const { context, me, page, problems } = await somebody();
  await page.goto(`${parley.url}/subscription`);
  await subscribe(page, 'Premium Monthly', '4242 4242 4242 4242');
  await page.waitForURL(`${parley.url}/`);
  await toast(page, '7-Day Trial Started!').waitFor();
  await page.getByText('Premium has no limit.').waitFor();
  expect(await me.visitor.fetch('/api/subscription-status').then((answer) => answer.json())).toMatchObject({
    subscriptionStatus: 'trialing',
    subscriptionPlan: 'parley_monthly',
    translationsRemaining: null,
  });

  // One more than a day of a free account has.
  await context.addInitScript(() => sessionStorage.setItem('parley.entered', '1'));
  const translated = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const statuses: number[] = [];
    for (let count = 1; count <= 11; count += 1) {
      const body = JSON.stringify({
        text: `House ${count}`,
        sourceLanguage: 'en-US',
        targetLanguage: 'es-ES',
      });
      statuses.push((await fetch('/api/translate', { method: 'POST', headers, body })).status);
    }
    return statuses;
  });
  expect(translated).toEqual(Array.from({ length: 11 }, () => 200));

  await page.reload();
  await page.getByText('Premium has no limit.').waitFor();
  // Told once.
  expect(await toast(page, '7-Day Trial Started!').count()).toBe(0);

  await page.goto(`${parley.url}/subscription`);
  await page.getByText('Premium Active').waitFor();
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await page.waitForURL(`${parley.url}/subscription-management`);
  await page.getByText('Trial Ends', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Cancel' }).click();
  await toast(page, 'Subscription Cancelled').waitFor();
  await page.getByText('Access Ends', { exact: true }).waitFor();
  expect(await page.getByText('Next Billing').count()).toBe(0);

  await page.getByRole('button', { name: 'Reactivate' }).click();
  await toast(page, 'Subscription Reactivated').waitFor();
  await page.getByText('Next Billing', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a card that asks the bank, a payment that fails on day 8, and another card that mends it', async () => {
  const { context, me, page, problems } = await somebody();
  await page.goto(`${parley.url}/subscribe`);
  await choose(page, 'Premium Annual');
  await fillCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('dialog', { name: 'Your bank asks' }).getByRole('button', { name: 'Fail' }).click();
  await toast(page, 'Setup Failed').waitFor();
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page
    .getByRole('dialog', { name: 'Your bank asks' })
    .getByRole('button', { name: 'Complete' })
    .click();
  await page.waitForURL(`${parley.url}/`);
  await toast(page, '7-Day Trial Started!').waitFor();

  await page.goto(`${parley.url}/subscription-management`);
  await page.getByRole('button', { name: 'Payment method and invoices' }).click();
  await page.getByRole('link', { name: 'Add payment method' }).click();
  // It can be saved, and no charge of it goes through.
  await saveCard(page, '4000000000000341');
  await page.getByRole('link', { name: 'Return to Parley' }).click();
  await advanceDays(8);
  await page.goto(`${parley.url}/subscription-management`);
  await page.getByText('Payment Failed', { exact: true }).waitFor();
  expect((await statusOf(me)).isPremium).toBe(false);

  await page.getByRole('button', { name: 'Update Payment' }).click();
  await page.waitForURL(`${parley.stripe}/p/session/**`);
  await saveCard(page, '4242424242424242');
  await page.waitForURL(`${parley.url}/subscription-management`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
  await page.getByText('Premium Annual').first().waitFor();
  expect(await statusOf(me)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  expect(problems).toEqual([]);
  await context.close();
});

test('a card that had its trial is charged only when its owner has said so', async () => {
  const first = await somebody();
  await first.page.goto(`${parley.url}/subscription`);
  await subscribe(first.page, 'Premium Monthly', '5555 5555 5555 4444');
  await toast(first.page, '7-Day Trial Started!').waitFor();
  await first.context.close();

  const paidBefore = await revenueCents(parley.dynamodb);
  const { context, me, page, problems } = await somebody();
  await page.goto(`${parley.url}/subscription`);
  await subscribe(page, 'Premium Monthly', '5555 5555 5555 4444');
  await page.getByRole('link', { name: 'See how to go on' }).click();
  await page.waitForURL(`${parley.url}/subscription`);
  expect(await statusOf(me)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
  expect(await revenueCents(parley.dynamodb)).toBe(paidBefore);
  await page.getByRole('button', { name: 'Start now for $4.99, charged today' }).click();
  await page.waitForURL(`${parley.url}/`);
  await toast(page, 'Premium is active').waitFor();
  expect(await statusOf(me)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  // Premium comes of the card that was given, the sum with the event that tells of its invoice.
  await expect.poll(() => revenueCents(parley.dynamodb)).toBe(paidBefore + 499);
  expect(problems).toEqual([]);
  await context.close();
});

test('the form is asked for once, left by the way back, loaded again, and a session’s end is told once', async () => {
  const { context, page, problems } = await somebody();
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
  await page.goto(`${parley.url}/subscription`);
  const monthly = page.getByRole('button', { name: 'Start 7-day free trial (Premium Monthly)', exact: true });
  await monthly.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.getByLabel('Card number').waitFor();
  expect(asked).toEqual(['/api/create-subscription']);
  await page.goBack();
  await monthly.waitFor();
  await expect.poll(() => focusedText(page)).toContain('Translate without a limit');

  await page.route('**/stripe-stand-in/v1/setup_intents/**', (route) => route.abort(), { times: 1 });
  await choose(page, 'Premium Annual');
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Card number').waitFor();
  await expect.poll(() => focusedText(page)).toBe('Start your free trial');
  await page.getByRole('button', { name: 'Change plan' }).click();
  await monthly.waitFor();
  await expect.poll(() => page.url()).toBe(`${parley.url}/subscription`);

  await context.addCookies(
    ['parley_access', 'parley_refresh'].map((name) => ({ name, value: 'spoiled', url: parley.url })),
  );
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const watch = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const node of added) {
        if (node instanceof Element && node.matches('.toast')) shown.push(node.textContent);
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  // An answer without content changes nothing: the page is still there to be asked.
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }));
  const isLeaving = page.waitForRequest('**/api/login?returnTo=%2Fsubscription');
  await monthly.click();
  await toast(page, 'Session Expired').waitFor();
  await isLeaving;
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown).toEqual(['Session ExpiredPlease log in again to continue.']);
  // The form that was kept from loading, and the call that ended the session.
  expect(problems).toHaveLength(2);
  await context.close();
});

interface Opened {
  readonly context: BrowserContext;
  readonly me: SignedIn;
  readonly page: Page;
  /** Errors of the console, among them whatever the content security policy has blocked. */
  readonly problems: string[];
}

async function somebody(): Promise<Opened> {
  const context = await newGuest(browser);
  const me = await signUpIn(context, parley.url);
  const { page, problems } = await openPage(context, `${parley.url}/privacy-policy`);
  return { context, me, page, problems };
}

async function choose(page: Page, plan: string): Promise<void> {
  await page
    .getByRole('region', { name: plan })
    .getByRole('button', { name: /free trial/ })
    .click();
}

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

async function subscribe(page: Page, plan: string, number: string): Promise<void> {
  await choose(page, plan);
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Start free trial' }).click();
}

/** On the page of the portal. */
async function saveCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Moves Stripe's time ahead; what is due meanwhile has happened and has been told. */
async function advanceDays(days: number): Promise<void> {
  await control('/control/clock', { advanceDays: days });
  await control('/control/webhooks', { settle: true });
}

async function control(path: string, wish: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-parley-local': '1' };
  const answer = await fetch(`${parley.stripe}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(wish),
  });
  expect(answer.status).toBe(200);
}

async function statusOf({ visitor }: SignedIn): Promise<{ isPremium: boolean }> {
  return (await visitor.fetch('/api/subscription-status')).json() as Promise<{ isPremium: boolean }>;
}
