import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { fillSignUp, launchBrowser, newGuest, openPage, toast } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a guest uses three, makes an account in the dialog, and the text is translated there, until the session ends', async () => {
  const context = await newGuest(browser);
  const { page, problems } = await openPage(context, url);
  for (const text of ['the house', 'the street', 'the city']) await translate(page, text);
  await page.getByText('0 of 3 free translations left.').waitFor();
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await page.getByRole('textbox').fill('la casa roja');
  const line = page.getByRole('button', { name: 'See options' });
  await line.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'You’ve used your guest translations' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await isFocused(page, 'See options')).toBe(true);
  await line.press('Enter');
  await dialog.getByRole('button', { name: 'Create Free Account' }).click();
  await page.getByLabel('First name').waitFor();
  expect(await violations(page), 'the login').toEqual([]);
  await fillSignUp(page);
  await page.getByTestId('translation').getByText('red').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('la casa roja');
  expect(await page.getByRole('button', { name: /^From/ }).getAttribute('data-code')).toBe('es-ES');
  expect(await page.getByRole('button', { name: /^To/ }).getAttribute('data-code')).toBe('en-US');
  // A day that begins in between would have none.
  await page
    .getByRole('region', { name: 'Usage' })
    .getByText(/[01] of 10/)
    .waitFor();

  const trigger = page.getByRole('button', { name: 'Account menu' });
  await trigger.press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  expect(await violations(page, 'header'), 'the menu').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(page, 'Account menu')).toBe(true);
  expect(problems).toEqual([]);

  await spoilSession(context);
  await page.reload();
  await toast(page, 'Session Expired').waitFor();
  await page.getByRole('region', { name: 'Guest translations' }).getByText('0 of 3').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('');
  await context.close();
});

test('two tabs are at the login at once, and a tab out of view notices that somebody else has signed in', async () => {
  const context = await newGuest(browser);
  const [{ page: one }, { page: other }] = [await openPage(context, url), await openPage(context, url)];
  for (const page of [one, other]) {
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Create account' }).waitFor();
  }
  const { email, password } = await fillSignUp(one);
  await one.getByRole('button', { name: 'Account menu' }).waitFor();
  await other.getByRole('link', { name: 'Sign in' }).click();
  await other.getByLabel('E-mail address').fill(email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('button', { name: 'Account menu' }).waitFor();

  // Headless pages are always in view.
  await one.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await other.goto(`${url}/api/logout`);
  await one.getByRole('button', { name: 'Account menu' }).waitFor({ state: 'detached' });
  await signUpIn(context, url);
  await one.getByRole('button', { name: 'Account menu' }).waitFor();
  await context.close();
});

test('somebody who has signed out leaves nothing on a page that the way back brings again', async () => {
  const keeper = await launchBrowser({ bringsPagesBack: true });
  onTestFinished(() => keeper.close());
  const context = await newGuest(keeper);
  await signUpIn(context, url);
  const { page } = await openPage(context, url);
  await translate(page, 'the house');
  // A page that still waits for something may not be kept.
  await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
  await page.getByRole('region', { name: 'Usage' }).getByText(/of 10/).waitFor();
  const isBroughtBack = Promise.withResolvers<void>();
  await page.exposeFunction('toldBack', isBroughtBack.resolve);
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) (window as unknown as { toldBack(): void }).toldBack();
    }),
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  // Not at once: the call would meet the end of its own document.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await isBroughtBack.promise;
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('');
  expect(await page.getByTestId('translation').count()).toBe(0);
});

async function translate(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  const answered = page.waitForResponse('**/api/translate');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await answered;
  await page.getByTestId('translation').waitFor();
}

function isFocused(page: Page, words: string): Promise<boolean> {
  return page.evaluate((words) => document.activeElement?.textContent.includes(words) ?? false, words);
}

/** What is in the session's cookies is worth nothing any more; the sign that there is one stays. */
async function spoilSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies(url);
  const spoilt = cookies.filter(({ name }) => /access|refresh/.test(name));
  expect(spoilt).toHaveLength(2);
  await context.addCookies(spoilt.map((cookie) => ({ ...cookie, value: 'spoilt' })));
}
