import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { violations } from '../../../support/browser/axe.ts';
import { launchBrowser, openPage } from '../../../support/browser/browser.ts';
import { sharedParley } from '../../../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

test.for([
  ['sign-in', '/api/login', 'light', 390],
  ['sign-up', '/api/login?signup', 'dark', 320],
  ['reset', '/api/login', 'light', 320],
] as const)(
  'axe finds nothing in the %s form, and nothing is cut off (%s, %s, %i px)',
  async ([form, path, colorScheme, width]) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    onTestFinished(() => context.close());
    const { page, problems } = await openPage(context, url + path);
    if (form === 'reset') await startReset(page);
    expect(await violations(page)).toEqual([]);

    // Skip the browser's own checks, so that the form returns with all errors.
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.locator('form > button').click();
    await page.getByRole('alert').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test('a visitor signs up without JavaScript', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const { page, problems } = await openPage(context, `${url}/api/login`);
  await page.getByRole('link', { name: 'Create a free account' }).click();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email address').fill(`grace-${crypto.randomUUID()}@parley.example`);
  await page.getByLabel('Password').fill('Correct-horse-7');
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL(`${url}/`);
  const cookies = (await context.cookies(url)).map(({ name }) => name);
  expect(cookies).toEqual(expect.arrayContaining(['parley_access', 'parley_refresh', 'parley_signed_in']));
  expect(problems).toEqual([]);
});

test('a password can be shown, and the page has the product’s font', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { page, problems } = await openPage(context, `${url}/api/login`);
  const password = page.getByLabel('Password');
  await password.fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Show password', pressed: true }).click();
  expect(await password.getAttribute('type')).toBe('password');
  const fonts = await page.evaluate(async () =>
    [...(await document.fonts.ready)].map(({ family, status }) => `${family} ${status}`),
  );
  expect(fonts).toEqual(['Figtree loaded']);
  expect(problems).toEqual([]);
});

test('a wrong password keeps the focus in its field', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const { page } = await openPage(context, `${url}/api/login`);
  await page.getByLabel('Email address').fill('nobody@parley.example');
  await page.getByLabel('Password').fill('Wrong-horse-7');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('nobody@parley.example');
  expect(await page.getByLabel('Password').evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Password').inputValue()).toBe('');
});

/** Leaves the page with the mail and the form for the new password. */
async function startReset(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email address').fill('operator@parley.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('complementary', { name: 'Mail' }).waitFor();
}
