import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser } from '../support/browser/browser.ts';
import { enter, signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next();
});

test('what a guest sets survives a reload, also where the browser has forgotten it', async () => {
  const page = await open(context);
  const isSaved = saved(page, { speechRate: 11, autoPlay: false });
  await speedOf(page).press('ArrowRight');
  await page.getByRole('switch', { name: 'Auto-play' }).click();
  await isSaved;
  await page.reload();
  await shows(speedOf(page), '1.1x');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await shows(speedOf(page), '1.1x');
  expect(await page.getByRole('switch', { name: 'Auto-play' }).isChecked()).toBe(false);
});

test('it is saved once, 1 s after the last change', async () => {
  // A clock is the whole browser's, and stays.
  const own = await browser.newContext();
  onTestFinished(() => own.close());
  const page = await own.newPage();
  await page.clock.install({ time: 0 });
  await page.goto(`${url}/speech-translator`);
  await speedOf(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(60_000);
  const posts: unknown[] = [];
  page.on('request', (request) => {
    if (isSave(request)) posts.push(request.postDataJSON());
  });
  await speedOf(page).press('ArrowRight');
  await page.clock.runFor(999);
  await speedOf(page).press('ArrowRight');
  await page.clock.runFor(999);
  expect(posts).toEqual([]);
  const isSaved = saved(page);
  await page.clock.runFor(1);
  await isSaved;
  await page.clock.runFor(60_000);
  expect(posts).toEqual([{ ...defaultSettings, speechRate: 12 }]);
});

test('a user’s settings and languages arrive in another browser', async () => {
  const me = await signUpIn(context, url);
  const page = await open(context);
  const isSaved = saved(page, { speechRate: 20, defaultTargetLang: 'fr-CA' });
  await speedOf(page).press('PageUp');
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: 'French (Canada)' }).click();
  await isSaved;
  expect(await settingsOf(me.visitor)).toMatchObject({ speechRate: 20, defaultTargetLang: 'fr-CA' });

  const other = await browser.newContext();
  await enter(other, me);
  const there = await open(other);
  await shows(speedOf(there), '2.0x');
  await there.locator('[data-code="fr-CA"]').waitFor();
  await other.close();
});

test('what a guest sets moves to the new account', async () => {
  const page = await open(context);
  const isSaved = saved(page);
  await speedOf(page).press('PageUp');
  await isSaved;
  await page.goto(`${url}/api/login?signup`);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('E-mail address').fill(`grace-${Date.now()}@parley.example`);
  await page.getByLabel('Password').fill('Correct-horse-7');
  await page.getByRole('button', { name: /sign up|create/i }).click();
  await page.waitForURL((address) => address.href.startsWith(url) && !address.pathname.startsWith('/api'));
  await shows(speedOf(page), '2.0x');
  expect(await page.evaluate(async () => (await (await fetch('/api/settings')).json()).speechRate)).toBe(20);
});

test('languages that arrive late do not change under somebody’s hands', async () => {
  const me = await signUpIn(context, url);
  await me.visitor.post('/api/settings', { ...defaultSettings, defaultTargetLang: 'de' });
  const answer = Promise.withResolvers<void>();
  await context.route('**/api/settings', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const page = await context.newPage();
  const isRead = read(page);
  await page.goto(`${url}/speech-translator`);
  await speedOf(page).waitFor();
  await page.getByRole('textbox', { name: 'Type your text' }).fill('the house');
  answer.resolve();
  await isRead;
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText('casa').waitFor();
  expect(await page.locator('[data-code="es-ES"]').count()).toBe(1);
});

test('two tabs agree at once, two browsers when they are looked at', async () => {
  const me = await signUpIn(context, url);
  const other = await browser.newContext();
  await enter(other, me);
  const [tab, sameBrowser, otherBrowser] = await Promise.all([open(context), open(context), open(other)]);
  const isSaved = saved(tab);
  await speedOf(tab).press('PageUp');
  await shows(speedOf(sameBrowser), '2.0x');
  await isSaved;
  await look(otherBrowser);
  await shows(speedOf(otherBrowser), '2.0x');
  const isSavedThere = saved(otherBrowser);
  await sensitivityOf(otherBrowser).press('ArrowRight');
  await isSavedThere;
  await look(tab);
  await shows(sensitivityOf(sameBrowser), '6');
  expect(await settingsOf(me.visitor)).toMatchObject({ speechRate: 20, micSensitivity: 6 });
  await other.close();
});

describe('what could not be saved', () => {
  test('is said quietly, survives reading, and is saved when the server is there again', async () => {
    const me = await signUpIn(context, url);
    const page = await open(context);
    await page.route('**/api/settings', (route) =>
      isSave(route.request()) ? route.abort() : route.continue(),
    );
    await speedOf(page).press('PageUp');
    const note = page.getByRole('status').filter({ hasText: 'Not saved yet' });
    await note.waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    expect(await violations(page, '[aria-labelledby="card-settings"]')).toEqual([]);
    const isRead = read(page);
    await look(page);
    await isRead;
    await shows(speedOf(page), '2.0x');
    await page.unroute('**/api/settings');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await note.waitFor({ state: 'hidden' });
    await expect.poll(() => settingsOf(me.visitor)).toMatchObject({ speechRate: 20 });
  });

  test('on an earlier visit is saved on the next', async () => {
    const me = await signUpIn(context, url);
    const page = await context.newPage();
    await page.addInitScript(
      (kept) => localStorage.setItem('parley.settings', kept),
      JSON.stringify({ ...defaultSettings, speechRate: 20, unsaved: ['speechRate'], owner: 'user' }),
    );
    await me.visitor.post('/api/settings', { ...defaultSettings, micSensitivity: 9 });
    await visit(page);
    await shows(sensitivityOf(page), '9');
    await shows(speedOf(page), '2.0x');
    await expect.poll(() => settingsOf(me.visitor)).toMatchObject({ speechRate: 20, micSensitivity: 9 });
  });

  test('because the page was left within the second is saved in leaving', async () => {
    const me = await signUpIn(context, url);
    const page = await open(context);
    await speedOf(page).press('PageUp');
    await page.goto('about:blank');
    await expect.poll(() => settingsOf(me.visitor)).toMatchObject({ speechRate: 20 });
  });
});

/** The translator with the settings read once. */
async function open(of: BrowserContext): Promise<Page> {
  const page = await of.newPage();
  await visit(page);
  return page;
}

async function visit(page: Page): Promise<void> {
  const isRead = read(page);
  await page.goto(`${url}/speech-translator`);
  await speedOf(page).waitFor();
  await isRead;
}

function speedOf(page: Page): Locator {
  return page.getByRole('slider', { name: 'Speech speed' });
}

function sensitivityOf(page: Page): Locator {
  return page.getByRole('slider', { name: 'Microphone sensitivity' });
}

async function shows(slider: Locator, value: string): Promise<void> {
  await expect.poll(() => slider.getAttribute('aria-valuetext'), { timeout: 10_000 }).toBe(value);
}

function isSave(request: { url(): string; method(): string }): boolean {
  return request.url().endsWith('/api/settings') && request.method() === 'POST';
}

/** Several changes may be saved by several calls: `fields` says which of them is meant. */
function saved(page: Page, fields: Partial<Settings> = {}) {
  return page.waitForResponse((response) => {
    if (!isSave(response.request()) || !response.ok()) return false;
    const sent = response.request().postDataJSON() as Settings;
    return Object.entries(fields).every(([field, value]) => sent[field as keyof Settings] === value);
  });
}

function read(page: Page) {
  return page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'GET',
  );
}

/** Headless pages are always in view: only the event is missing. */
async function look(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

async function settingsOf(visitor: { fetch(path: string): Promise<Response> }): Promise<Settings> {
  return (await (await visitor.fetch('/api/settings')).json()) as Settings;
}
