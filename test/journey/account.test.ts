import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newGuest, openPage } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('somebody downloads all that is held about them, deletes their account, and nothing is left', async () => {
  const context = await newGuest(browser);
  const me = await signUpIn(context, url);
  await keepTranslations(sharedParley.dynamodb, me.userId, [
    { text: 'the house', translatedText: 'la casa' },
  ]);
  const { page } = await openPage(context, `${url}/speech-translator`);
  const isSaved = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'POST',
  );
  await page.getByRole('slider', { name: 'Speech speed' }).press('PageUp');
  await isSaved;
  const card = page.getByRole('region', { name: 'Your data' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parley-data-\d{4}-\d\d-\d\d\.json$/);
  const { profile, settings, translations } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(profile).toMatchObject({ id: me.userId, firstName: 'Ada' });
  expect(settings.speechRate).not.toBe(10);
  expect(translations).toMatchObject([{ text: 'the house', translatedText: 'la casa' }]);

  const dialog = await openDialog(page, 'Delete my account');
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

test('the dialog keeps the focus and fits, however it is closed, and stays while data is deleted', async () => {
  const context = await newGuest(browser, { viewport: { width: 390, height: 844 } });
  const { page } = await openPage(context, `${url}/speech-translator`);
  const dialog = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: 'Delete my data' });
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ];
  for (const close of ways) {
    await openDialog(page, 'Delete my data');
    await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Delete your data?' }))).toBe(true);
    await dialog.getByRole('textbox').fill('DELETE');
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(
        () => document.activeElement?.closest('dialog, body')?.tagName === 'MAIN',
      );
      expect(isOutside).toBe(false);
    }
    await close();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(opener)).toBe(true);
  }

  await openDialog(page, 'Delete my data');
  const field = dialog.getByRole('textbox');
  expect(await field.inputValue()).toBe('');
  const box = await dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  await field.fill('DELETE');
  // A text that is marked past the edge of the dialog does not close it.
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await field.inputValue()).toBe('DELETE');

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
  await dialog.getByRole('alert').getByText('press the button again').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await context.close();
});

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement);
}
