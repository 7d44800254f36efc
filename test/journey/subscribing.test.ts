import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newGuest, openCard, openPage, toast } from '../support/browser/browser.ts';
import { focused, tabTo } from '../support/browser/keys.ts';
import { faultsOf } from '../support/browser/look.ts';
import { type SignedIn, signUpIn } from '../support/browser/people.ts';
import { command } from '../support/command.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';
import { deliverAll } from '../support/people/premium.ts';

/** Another Parley, because the stand-in's clock is moved. */
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

test('a trial is subscribed, cancelled and reactivated by keyboard', async () => {
  const { context, me, page, problems } = await openSignedIn('/subscription');
  await page.getByRole('button', { name: '(Premium Monthly)' }).waitFor();
  await tabTo(page, /\(Premium Monthly\)$/);
  await page.keyboard.press('Enter');
  await page.getByLabel('Card number').waitFor();
  await expect.poll(() => focused(page)).toBe('Start your free trial');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const lastField = await page.getByLabel('Security code').boundingBox();
  expect((lastField?.y ?? 844) + (lastField?.height ?? 0)).toBeLessThan(844);
  if (size) await page.setViewportSize(size);
  for (const [field, text] of [
    ['Card number', '4242424242424242'],
    ['Expiration date', '1234'],
    ['Security code', '123'],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  expect(await faultsOf(page)).toEqual([]);
  await tabTo(page, 'Have a code?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('half');
  await page.keyboard.press('Enter');
  await page.getByText('Code HALF', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Remove');
  await tabTo(page, 'Start free trial', { back: true });
  // The toast may be gone before a busy machine has loaded the whole page.
  const isStarted = toast(page, '7-Day Trial Started!').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${parley.url}/`);
  await isStarted;
  await openCard(page, 'Usage');
  await page.getByText('Fair use per day:', { exact: false }).waitFor();
  expect(await me.visitor.fetch('/api/subscription-status').then((answer) => answer.json())).toMatchObject({
    subscriptionStatus: 'trialing',
    subscriptionPlan: 'parley_monthly',
    translationsRemaining: null,
    nextCharge: { amountCents: 249, priceCents: 499 },
  });

  await page.goto(`${parley.url}/subscription-management`);
  await page.getByText('Trial Ends', { exact: true }).waitFor();
  await tabTo(page, 'Cancel Subscription');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => focused(page)).toBe('Cancel your subscription?');
  expect(await faultsOf(page)).toEqual([]);
  await tabTo(page, 'Yes, Cancel');
  await page.keyboard.press('Enter');
  await toast(page, 'Subscription Cancelled').waitFor();
  await page.getByText('Access Ends', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Reactivate');
  expect(await page.getByText('Next Billing').count()).toBe(0);

  await page.keyboard.press('Enter');
  await toast(page, 'Subscription Reactivated').waitFor();
  await page.getByText('Next Billing', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a card is declined, the bank confirms another, its payment of day 8 fails, and a third pays', async () => {
  const { context, me, page, problems } = await openSignedIn('/subscribe');
  await choose(page, 'Premium Annual');
  await fillCard(page, '4000 0000 0000 0002');
  const isDeclined = toast(page, 'Your card was declined. Nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await isDeclined;
  await fillCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  const isStarted = toast(page, '7-Day Trial Started!').waitFor();
  await page
    .getByRole('dialog', { name: 'Confirm this with your bank' })
    .getByRole('button', { name: 'Complete' })
    .click();
  await page.waitForURL(`${parley.url}/`);
  await isStarted;

  await page.goto(`${parley.url}/subscription-management`);
  await page.getByRole('button', { name: 'Payment method and invoices' }).click();
  // It can be saved, and its charges fail.
  await saveCard(page, '4000000000000341');
  await page.getByRole('link', { name: 'Return to Parley' }).click();
  // The payment of day 8 is due, and its webhooks arrive.
  await command(`${parley.stripe}/control/clock`, { advanceDays: 8 });
  await deliverAll(`${parley.stripe}`);
  await page.goto(`${parley.url}/subscription-management`);
  await page.getByText('Payment Failed', { exact: true }).waitFor();
  const [badge, danger] = await page.getByText('Past Due', { exact: true }).evaluate((element) => {
    const { color } = getComputedStyle(element);
    element.style.color = 'var(--color-danger)';
    return [color, getComputedStyle(element).color];
  });
  expect(badge).toBe(danger);
  expect((await statusOf(me)).isPremium).toBe(false);

  await page.getByRole('button', { name: 'Update Payment' }).click();
  await page.waitForURL(`${parley.stripe}/p/session/**`);
  await saveCard(page, '4242424242424242');
  await page.waitForURL(`${parley.url}/subscription-management`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
  await page.getByText('Premium Annual').first().waitFor();
  await expect.poll(() => statusOf(me)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  // The browser's own line about the declined card.
  expect(problems).toEqual([expect.stringContaining('402')]);
  await context.close();
});

interface Opened {
  readonly context: BrowserContext;
  readonly me: SignedIn;
  readonly page: Page;
  /** Console errors, with everything that the content security policy has blocked. */
  readonly problems: string[];
}

async function openSignedIn(path: string): Promise<Opened> {
  const context = await newGuest(browser);
  const me = await signUpIn(context, parley.url);
  const { page, problems } = await openPage(context, parley.url + path);
  return { context, me, page, problems };
}

async function choose(page: Page, plan: string): Promise<void> {
  await page
    .getByRole('region', { name: plan })
    .getByRole('button', { name: /free trial/ })
    .click();
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

/** On the page of the portal. */
async function saveCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save' }).click();
}

async function statusOf({ visitor }: SignedIn): Promise<{ isPremium: boolean }> {
  return (await visitor.fetch('/api/subscription-status')).json() as Promise<{ isPremium: boolean }>;
}
