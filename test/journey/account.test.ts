import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations } from '../support/people/premium.ts';

const url = sharedParley.url;
const database = sharedParley.dynamodb;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next();
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
});

describe('the download', () => {
  test('is a JSON file with everything that is held about a user, and nothing about others', async () => {
    const me = await signUpIn(context, url);
    const other = await browser.newContext();
    const { userId: otherId } = await signUpIn(other, url);
    await other.close();
    await keepTranslations(database, otherId, [{ text: 'secret', translatedText: 'secreto' }]);
    await keepTranslations(database, me.userId, [{ text: 'the house', translatedText: 'la casa' }]);
    await me.visitor.post('/api/settings', { ...defaultSettings, speechRate: 12 });
    const card = await open();
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^parley-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      profile: { id: me.userId, firstName: 'Ada' },
      settings: { speechRate: 12 },
      translations: [{ text: 'the house', translatedText: 'la casa' }],
    });
    expect(text).not.toContain('secret');
    await card.getByRole('status').getByText('Your data is among your downloads.').waitFor();
  });

  test('is there for guests as well', async () => {
    const card = await open();
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download my data' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ profile: null, translations: [] });
  });

  test('that fails says so, and can be asked for again', async () => {
    await page.route('**/api/account', (route) => route.abort(), { times: 1 });
    const card = await open();
    const button = card.getByRole('button', { name: 'Download my data' });
    await button.click();
    await card.getByRole('alert').getByText('Your data could not be downloaded.').waitFor();
    const download = page.waitForEvent('download');
    await button.click();
    await download;
    expect(await card.getByRole('alert').count()).toBe(0);
  });
});

test('without a connection both fail at once, and are not done later unasked', async () => {
  const card = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await context.setOffline(true);
  await card.getByRole('button', { name: 'Download my data' }).click();
  await card.getByRole('alert').getByText('Your data could not be downloaded.').waitFor();
  await card.getByRole('button', { name: 'Delete my data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('DELETE');
  await dialog.getByRole('textbox').press('Enter');
  await dialog.getByRole('alert').getByText('press the button again').waitFor();
  asked.length = 0;
  await page.evaluate(() => addEventListener('online', () => document.body.setAttribute('data-online', '')));
  await context.setOffline(false);
  await page.locator('body[data-online]').waitFor();
  // Whatever waited for the connection has been asked for before this.
  await page.evaluate(() => fetch('/api/health'));
  expect(asked).toContain('/api/health');
  expect(asked).not.toContain('/api/account');
});

describe('deleting', () => {
  test('takes a typed word, signs out, and leaves nothing here or there', async () => {
    const me = await signUpIn(context, url);
    await keepTranslations(database, me.userId, [{ text: 'the house', translatedText: 'la casa' }]);
    const card = await open();
    await page.getByRole('slider', { name: 'Speech speed' }).press('PageUp');
    await card.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const button = dialog.getByRole('button', { name: 'Delete my account' });
    const field = dialog.getByRole('textbox', { name: /type DELETE/ });
    for (const typed of ['', 'DELET', 'DELETE IT']) {
      await field.fill(typed);
      expect(await button.isDisabled()).toBe(true);
      await field.press('Enter');
    }
    await field.fill(' delete ');
    await button.click();
    await page.waitForURL(`${url}/landing`);
    await page.getByRole('heading').first().waitFor();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => /access|refresh|signed_in/.test(name))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('parley.settings'))).toBeNull();
    expect((await me.visitor.fetch('/api/account')).status).toBe(401);
    expect((await me.visitor.fetch('/api/translations')).status).not.toBe(500);
  });

  test('leaves nothing of what was on its way when the account went', async () => {
    await signUpIn(context, url);
    const card = await open();
    const save = Promise.withResolvers<void>();
    await page.route('**/api/settings', async (route) => {
      await save.promise;
      await route.fulfill({ json: route.request().postDataJSON() });
    });
    const isSave = (message: { url(): string }) => message.url().endsWith('/api/settings');
    const isSaving = page.waitForRequest(isSave);
    await page.getByRole('slider', { name: 'Speech speed' }).press('PageUp');
    await isSaving;
    await card.getByRole('button', { name: 'Delete my account' }).click();
    // The settings are gone by the time the caches go, and the page stays until all is looked at.
    await page.evaluate(() => {
      const isGone = new Promise<void>((tell) => {
        caches.delete = async () => {
          tell();
          return new Promise((leave) => addEventListener('left', () => leave(true)));
        };
      });
      Object.assign(window, { isGone });
    });
    await page.getByRole('textbox', { name: /type DELETE/ }).fill('DELETE');
    await page.keyboard.press('Enter');
    await page.evaluate(() => (window as unknown as { isGone: Promise<void> }).isGone);
    const isSaved = page.waitForResponse(isSave);
    save.resolve();
    await (await isSaved).finished();
    // Asked for after it, and so answered after it.
    await page.evaluate(() => fetch('/api/health'));
    expect(await page.evaluate(() => localStorage.getItem('parley.settings'))).toBeNull();
    await page.evaluate(() => dispatchEvent(new Event('left')));
    await page.waitForURL(`${url}/landing`);
  });

  test('takes a guest’s settings away', async () => {
    const card = await open();
    const isSaved = page.waitForResponse(
      (response) => response.url().endsWith('/api/settings') && response.request().method() === 'POST',
    );
    await page.getByRole('slider', { name: 'Speech speed' }).press('PageUp');
    await isSaved;
    await card.getByRole('button', { name: 'Delete my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your data?' });
    await dialog.getByRole('textbox').fill('DELETE');
    await dialog.getByRole('textbox').press('Enter');
    await page.waitForURL(`${url}/landing`);
    expect(await page.evaluate(async () => (await fetch('/api/settings')).json())).toEqual(defaultSettings);
    await page.goto(`${url}/speech-translator`);
    const speed = page.getByRole('slider', { name: 'Speech speed' });
    await speed.waitFor();
    expect(await speed.getAttribute('aria-valuetext')).toBe('1.0x');
  });

  test('that fails says what to do, and can be tried again', async () => {
    await signUpIn(context, url);
    await page.route('**/api/account', (route) => route.abort(), { times: 1 });
    const card = await open();
    await card.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByRole('alert').getByText('press the button again').waitFor();
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL(`${url}/landing`);
  });
});

test('the dialog keeps the focus while it is open, and gives it back however it is closed', async () => {
  const card = await open();
  const opener = card.getByRole('button', { name: 'Delete my data' });
  const dialog = page.getByRole('dialog');
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Keep it' }).click(),
    () => page.mouse.click(5, 5),
  ];
  for (const close of ways) {
    await opener.click();
    await dialog.waitFor();
    await expect.poll(() => focused(page.getByRole('heading', { name: 'Delete your data?' }))).toBe(true);
    await dialog.getByRole('textbox').fill('DELETE');
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName === 'MAIN'),
      ).toBe(false);
    }
    await close();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(opener)).toBe(true);
  }
  await opener.click();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('');
});

test('while it is being deleted the dialog stays, however often Escape is pressed, and tells what went wrong', async () => {
  const card = await open();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/account', async (route) => {
    await gate.promise;
    await route.abort();
  });
  await card.getByRole('button', { name: 'Delete my data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('DELETE');
  await dialog.getByRole('textbox').press('Enter');
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
});

test('a text that is marked past the edge of the dialog does not close it', async () => {
  const card = await open();
  await card.getByRole('button', { name: 'Delete my data' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('DELETE');
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await field.inputValue()).toBe('DELETE');
});

describe.for([
  ['phone', 390, 844],
  ['laptop', 1280, 800],
] as const)('on a %s', ([, width, height]) => {
  test.for(['light', 'dark'] as const)(
    'in %s, axe finds nothing in card and dialog, and the dialog fits',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      const card = await open();
      await card.getByRole('button', { name: 'Delete my data' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      for (const typed of ['', 'DELETE']) {
        await dialog.getByRole('textbox').fill(typed);
        expect(await violations(page, '[aria-labelledby="card-your-data"]')).toEqual([]);
      }
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      if (width < 640) expect(box?.width).toBe(width);
    },
  );
});

async function open(): Promise<Locator> {
  await page.goto(`${url}/speech-translator`);
  const card = page.getByRole('region', { name: 'Your data' });
  await card.waitFor();
  await page.waitForLoadState('networkidle');
  return card;
}

function focused(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement);
}
