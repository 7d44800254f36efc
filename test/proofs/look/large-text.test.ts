import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { routes } from '../../../shared/routes.ts';
import { newGuest, openCard, openPage, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { overflow, setTextSize, unreachable } from '../../support/browser/layout.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const { url } = sharedParley;
const browser = browserOfTests();

/** 320 × 256 is a desktop at 400 %. */
const screens = [
  [320, 256, '100%'],
  [360, 640, '100%'],
  [360, 640, '130%'],
  [360, 640, '200%'],
  [640, 360, '100%'],
  [640, 360, '200%'],
] as const;

test.each(routes.filter(({ page }) => page !== 'translator'))(
  'every control of $path can be reached on small screens and with large text',
  async ({ path, access }) => {
    const context = await newGuest(browser());
    if (access === 'user') await signUpIn(context, url);
    const { page } = await openPage(context, url + path);
    await page.locator('main h1').first().waitFor();
    expect(await faultsOnScreens(page, 'body')).toEqual([]);
  },
);

test('every control of the translator can be reached in each state', async () => {
  const { page } = await openPage(await newGuest(browser()), url);
  const field = page.getByLabel('Type your text');
  await field.fill('Where is the train station? I have to be there in ten minutes, with three suitcases.');
  await page.getByRole('button', { name: 'Conversation' }).waitFor();
  for (const card of ['Quick Actions', 'Settings', 'Usage', 'History', 'Your Data'])
    await openCard(page, card);
  const faults = await faultsOnScreens(page, 'body');

  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByRole('button', { name: 'More' }).waitFor();
  faults.push(...(await faultsOnScreens(page, '#card-translation, section:has(#card-translation)')));

  for (const [opener, shown] of [
    ['Show', 'dialog'],
    ['Conversation', 'dialog'],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    faults.push(...(await faultsOnScreens(page, shown)).map((fault) => `${opener}: ${fault}`));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

async function faultsOnScreens(page: Page, shown: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height, textSize] of screens) {
    await page.setViewportSize({ width, height });
    await page.evaluate(setTextSize, textSize);
    await settled(page);
    const overflowPx = await page.evaluate(overflow);
    const found = await page.evaluate(unreachable, shown);
    if (overflowPx > 0) found.push(`the page is ${overflowPx} px too wide`);
    faults.push(...found.map((fault) => `${width} × ${height} at ${textSize}: ${fault}`));
  }
  await page.evaluate(setTextSize, '');
  await page.setViewportSize({ width: 1280, height: 720 });
  return faults;
}
