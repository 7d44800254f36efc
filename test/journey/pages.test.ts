import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newGuest, openPage } from '../support/browser/browser.ts';
import { comeAfterFirstPaint, countShift, faultsOf, shiftOf } from '../support/browser/look.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('speaking, reading and hearing are in view at once on a phone and a laptop, and nothing moves before', async () => {
  const context = await newGuest(browser, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  });
  await comeAfterFirstPaint(context, /\.woff2$/);
  await countShift(context);
  const { page } = await openPage(context, url);
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('region', { name: 'Usage' }).waitFor();
  expect(await shiftOf(page)).toBeLessThan(0.02);

  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  const translation = page.getByTestId('translation');
  await translation.waitFor();
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const boxes = await Promise.all(
      [
        page.getByRole('button', { name: 'Start recording' }),
        translation,
        page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Copy' }),
      ].map((element) => element.evaluate((shown) => shown.getBoundingClientRect().toJSON() as DOMRect)),
    );
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    expect(bottom - top, `${width} px`).toBeLessThanOrEqual(height);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('an unknown address is the 404 page, with status 404, whose first stop is the way out', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const response = await page.goto(`${url}/nowhere`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Page Not Found');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  await context.close();
});
