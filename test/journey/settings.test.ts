import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../shared/settings.ts';
import { launchBrowser, newGuest } from '../support/browser/browser.ts';
import { enter, signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a guest’s settings survive a reload and a browser that forgets, and move to a new account', async () => {
  const page = await open(await newGuest(browser));
  const isSaved = saved(page, { speechRate: 20, autoPlay: false });
  await speedOf(page).press('PageUp');
  await page.getByRole('switch', { name: 'Auto-play' }).click();
  await isSaved;
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await shows(speedOf(page), '2.0x');
  expect(await page.getByRole('switch', { name: 'Auto-play' }).isChecked()).toBe(false);
  await page.goto(`${url}/api/login?signup`);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email address').fill(`${randomUUID()}@parley.example`);
  await page.getByLabel('Password').fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((address) => address.href.startsWith(url) && !address.pathname.startsWith('/api'));
  await shows(speedOf(page), '2.0x');
  expect(await page.evaluate(async () => (await (await fetch('/api/settings')).json()).speechRate)).toBe(20);
});

test('two tabs agree at once, two browsers when they are looked at, and leaving saves', async () => {
  const context = await newGuest(browser);
  const me = await signUpIn(context, url);
  const tab = await open(context);
  const isSaved = saved(tab, { speechRate: 20, defaultTargetLang: 'fr-CA' });
  await speedOf(tab).press('PageUp');
  await tab.getByRole('button', { name: /^To/ }).click();
  await tab.getByRole('row', { name: 'French (Canada)' }).click();
  await isSaved;

  // The settings and the languages arrive in another browser.
  const other = await newGuest(browser);
  await enter(other, me);
  const [sameBrowser, otherBrowser] = [await open(context), await open(other)];
  await shows(speedOf(otherBrowser), '2.0x');
  await otherBrowser.locator('[data-code="fr-CA"]').waitFor();
  await speedOf(tab).press('Home');
  await shows(speedOf(sameBrowser), '0.5x');
  const isSavedThere = saved(otherBrowser, { micSensitivity: 6 });
  await sensitivityOf(otherBrowser).press('ArrowRight');
  await isSavedThere;
  // Headless pages are always in view: only the event is missing.
  await tab.evaluate(() => dispatchEvent(new Event('focus')));
  await shows(sensitivityOf(sameBrowser), '6');

  await sensitivityOf(tab).press('End');
  await tab.goto('about:blank');
  const settings = async () => (await (await me.visitor.fetch('/api/settings')).json()) as Settings;
  await expect.poll(settings).toMatchObject({ micSensitivity: 10 });
});

/** The translator with the settings read once. */
async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const isRead = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'GET',
  );
  await page.goto(url);
  await speedOf(page).waitFor();
  await isRead;
  return page;
}

function speedOf(page: Page): Locator {
  return page.getByRole('slider', { name: 'Speech speed' });
}

function sensitivityOf(page: Page): Locator {
  return page.getByRole('slider', { name: 'Microphone sensitivity' });
}

async function shows(slider: Locator, value: string): Promise<void> {
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(value);
}

/** Several changes may be saved by several calls: `fields` says which of them is meant. */
function saved(page: Page, fields: Partial<Settings>) {
  return page.waitForResponse((response) => {
    const request = response.request();
    if (!response.ok() || request.method() !== 'POST' || !request.url().endsWith('/api/settings'))
      return false;
    const sent = request.postDataJSON() as Settings;
    return Object.entries(fields).every(([field, value]) => sent[field as keyof Settings] === value);
  });
}
