import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../shared/settings.ts';
import { violations } from '../support/browser/axe.ts';
import {
  fillSignUp,
  launchBrowser,
  newGuest,
  openCard,
  openPage,
  toast,
} from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { faultsOf } from '../support/browser/look.ts';
import { enter, signUpIn } from '../support/browser/people.ts';
import { hideRecogniser } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { codeOfApp } from '../support/people/authenticator.ts';
import { keepTranslations } from '../support/people/premium.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('a guest uses three translations and signs up in the dialog; text and settings come along until the session ends', async () => {
  const context = await newGuest(browser());
  const page = await openTranslator(context);
  const isSaved = saved(page, { speechRate: 20 });
  await speedOf(page).press('PageUp');
  await isSaved;
  for (const text of ['the house', 'the street', 'the city']) await translate(page, text);
  await page.getByText('0 of 3 free translations left.').waitFor();
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await page.getByRole('textbox').fill('la casa roja');
  await page.getByRole('button', { name: /See options\.$/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'You’ve used your guest translations' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.evaluate(() => localStorage.clear());
  await dialog.getByRole('button', { name: 'Create Free Account' }).click();
  await page.getByLabel('First name').waitFor();
  expect(await violations(page), 'the login').toEqual([]);
  await fillSignUp(page);
  await page.getByTestId('translation').getByText('red').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('la casa roja');
  await page.locator('[data-code="es-ES"]', { hasText: 'From' }).waitFor();
  await openCard(page, 'Settings');
  await shows(speedOf(page), '2.0x');
  // Without this, midnight during the test would reset the count.
  await page.getByText(/(9|10) of 10 left today/).waitFor();

  await page.getByRole('button', { name: 'Account menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  expect(await violations(page, 'header'), 'the menu').toEqual([]);

  await spoilSession(context);
  // The toast may be gone before a busy machine has loaded the whole page.
  const isExpired = toast(page, 'Session Expired').waitFor();
  await page.reload();
  await isExpired;
  await page.getByRole('region', { name: 'Guest translations' }).getByText('0 of 3').waitFor();
  // Typed text outlives the session in its tab. Only logging out drops it.
  expect(await page.getByRole('textbox').inputValue()).toBe('la casa roja');
  await context.close();
});

test('after signing out, a page from the back-forward cache shows nothing of the account', async () => {
  const keeper = await launchBrowser({ bringsPagesBack: true });
  onTestFinished(() => keeper.close());
  const context = await newGuest(keeper);
  await signUpIn(context, url);
  const { page } = await openPage(context, url);
  await translate(page, 'the house');
  // A page with open requests may not be cached.
  await openCard(page, 'History');
  await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
  await page.getByText(/of 10 left today/).waitFor();
  const hasReturned = Promise.withResolvers<void>();
  await page.exposeFunction('toldBack', hasReturned.resolve);
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) (window as unknown as { toldBack(): void }).toldBack();
    }),
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  // Later, or the call would meet the end of this document.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await hasReturned.promise;
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('');
  await expect.poll(() => page.getByTestId('translation').count()).toBe(0);
});

test('signing out in one tab takes the account’s pages off the screen in the others, at once', async () => {
  const context = await newGuest(browser());
  await signUpIn(context, url);
  const tab = await openTranslator(context);
  const other = await openTranslator(context);
  await translate(other, 'the house');
  const dashboard = (await openPage(context, `${url}/analytics`)).page;
  await dashboard.getByRole('heading', { name: 'User Analytics' }).waitFor();
  // Both stay visible, and their session's cookie is still there.
  await context.route('**/api/logout', (route) => route.abort());
  await tab.getByRole('button', { name: 'Account menu' }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  for (const page of [other, dashboard]) {
    await page.waitForURL(`${url}/landing`);
    await page.goBack().catch(() => {});
    expect(await page.getByTestId('translation').count()).toBe(0);
  }
  await context.close();
});

test('settings reach another tab at once and another browser when it gets the focus; leaving saves', async () => {
  const context = await newGuest(browser());
  // The sensitivity is for Parley's own recogniser.
  await hideRecogniser(context);
  const me = await signUpIn(context, url);
  const tab = await openTranslator(context);
  const isSaved = saved(tab, { speechRate: 20, defaultTargetLang: 'fr-CA' });
  await speedOf(tab).press('PageUp');
  await tab.getByRole('button', { name: /^To/ }).click();
  await tab.getByRole('row', { name: 'French (Canada)' }).click();
  await isSaved;

  const other = await newGuest(browser());
  await hideRecogniser(other);
  await enter(other, me);
  const otherBrowser = await openTranslator(other);
  await shows(speedOf(otherBrowser), '2.0x');
  await otherBrowser.locator('[data-code="fr-CA"]').waitFor();
  const isReset = saved(tab, { speechRate: 5 });
  await speedOf(tab).press('Home');
  await isReset;
  const sameBrowser = await openTranslator(context);
  // A save has all settings, so that of the other browser waits for it.
  const isSavedHere = saved(tab, { speechRate: 15 });
  await speedOf(tab).press('PageUp');
  await shows(speedOf(sameBrowser), '1.5x');
  await isSavedHere;
  const isSavedThere = saved(otherBrowser, { micSensitivity: 6 });
  await sensitivityOf(otherBrowser).press('ArrowRight');
  await isSavedThere;
  // Headless pages get no focus event.
  await tab.evaluate(() => dispatchEvent(new Event('focus')));
  await shows(sensitivityOf(sameBrowser), '6');

  await sensitivityOf(tab).press('End');
  await tab.goto('about:blank');
  const settings = async () => (await (await me.visitor.fetch('/api/settings')).json()) as Settings;
  await expect.poll(settings).toMatchObject({ micSensitivity: 10 });
  await context.close();
});

test('all data of a user is downloaded, and nothing is left after deletion', async () => {
  const context = await newGuest(browser());
  const me = await signUpIn(context, url);
  await keepTranslations(sharedParley.dynamodb, me.userId, [
    { text: 'the house', translatedText: 'la casa' },
  ]);
  const page = await openTranslator(context);
  const isSaved = saved(page, { speechRate: 20 });
  await speedOf(page).press('PageUp');
  await isSaved;
  await openCard(page, 'Your data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parley-data-\d{4}-\d\d-\d\d\.json$/);
  const { profile, settings, translations } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(profile).toMatchObject({ id: me.userId, firstName: 'Ada' });
  expect(settings.speechRate).not.toBe(10);
  expect(translations).toMatchObject([{ text: 'the house', translatedText: 'la casa' }]);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: /type DELETE/ }).fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL(`${url}/landing`);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => /access|refresh|signed_in/.test(name))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await me.visitor.fetch('/api/account')).status).toBe(401);
  await context.close();
});

test('two-step login is set up with an authenticator app, asked for at the login, and turned off', async () => {
  const context = await newGuest(browser(), { viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await page.goto(`${url}/api/login?signup`);
  const { email, password } = await fillSignUp(page);
  await openCard(page, 'Account');
  await page.getByRole('button', { name: 'Set up or turn off' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();

  const picture = page.getByRole('img', { name: 'QR code with the key below' });
  await picture.locator('path[d^="M0 0h1"]').waitFor({ state: 'attached' });
  const account = page.getByRole('region', { name: 'Account' });
  await expect.poll(() => isFocused(account.getByRole('heading', { name: 'Two-step login' }))).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  expect(await violations(page, '#card-account')).toEqual([]);
  const address = await account.getByRole('link', { name: /Open it here/ }).getAttribute('href');
  const key = new URL(address ?? '').searchParams.get('secret') ?? '';
  await account.getByRole('textbox', { name: 'Code from the app' }).fill(codeOfApp(key));
  await page.keyboard.press('Enter');
  await account.getByText('From now on, you need your app to log in.').waitFor();

  await account.getByRole('heading', { name: 'Two-step login' }).waitFor();
  await page.goto(`${url}/api/login?confirm=second-factor`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Six-digit code');
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This code isn’t right.').waitFor();
  expect(await isFocused(code)).toBe(true);
  expect(await violations(page), 'the login').toEqual([]);
  // The next one: the one of now has been used. Clocks may differ by half a minute.
  await code.fill(codeOfApp(key, Date.now() + 30_000));
  await page.keyboard.press('Enter');
  await account.getByText('Two-step login is on.').waitFor();
  await account.getByRole('button', { name: 'Turn off' }).click();
  await account.getByText('You log in with your password only.').waitFor();
  await context.close();
});

test('the deletion dialog keeps the focus, fits a phone, and stays open while data is deleted', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 844 } });
  const page = await openTranslator(context);
  await openCard(page, 'Your data');
  const dialog = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: 'Delete my data' });
  await opener.click();
  await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Delete your data?' }))).toBe(true);
  const field = dialog.getByRole('textbox');
  await field.fill('DELETE');
  const box = await dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  // Selecting text past the edge of the dialog does not close it; a click there does.
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await field.inputValue()).toBe('DELETE');
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(opener)).toBe(true);

  await opener.click();
  await field.fill('DELETE');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/account', async (route) => {
    await gate.promise;
    await route.abort();
  });
  await field.press('Enter');
  await dialog.getByRole('button', { name: 'Deleting…' }).waitFor();
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Escape');
    // The browser may close it for a moment.
    await dialog.waitFor();
  }
  gate.resolve();
  await dialog.getByRole('alert').getByText('Some of your data may not have been deleted yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await context.close();
});

async function openTranslator(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(50_000);
  const areSettingsRead = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'GET',
  );
  await page.goto(url);
  await openCard(page, 'Settings');
  await speedOf(page).waitFor();
  await areSettingsRead;
  return page;
}

async function translate(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  const answered = page.waitForResponse('**/api/translate');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await answered;
  await page.getByTestId('translation').waitFor();
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

/** The call that saves these fields; several calls may save several changes. */
function saved(page: Page, fields: Partial<Settings>) {
  return page.waitForResponse((response) => {
    const request = response.request();
    if (!response.ok() || request.method() !== 'POST' || !request.url().endsWith('/api/settings'))
      return false;
    const sent = request.postDataJSON() as Settings;
    return Object.entries(fields).every(([field, value]) => sent[field as keyof Settings] === value);
  });
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement);
}

/** Makes the tokens invalid and leaves the sign that there is a session. */
async function spoilSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies(url);
  const spoilt = cookies.filter(({ name }) => /access|refresh/.test(name));
  expect(spoilt).toHaveLength(2);
  await context.addCookies(spoilt.map((cookie) => ({ ...cookie, value: 'spoilt' })));
}
