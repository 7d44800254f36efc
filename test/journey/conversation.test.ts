import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { goTo, looks, newGuest } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { focused } from '../support/browser/keys.ts';
import { overflow, unreachable } from '../support/browser/layout.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';

// The turns are in `component/translation/conversation/conversation.test.tsx`, real voices in `proofs/browsers/`.
const browser = browserOfTests();
let page: Page;
let problems: string[];

test('two people talk on a computer, by the browser’s recogniser', async () => {
  const context = await newGuest(browser(), { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await giveRecogniser(page);
  problems = await goTo(page, sharedParley.url);
  page.setDefaultTimeout(60_000);
  const recogniser = recogniserOf(page);
  await open();
  await half('Your side').getByText('3 free translations left. Each turn uses one.').waitFor();

  // The first Escape cancels the recording, and keeps the view open.
  await talk(near).press('Enter');
  await recogniser.listening();
  await page.keyboard.press('Escape');
  await talk(near).press('Enter');
  await recogniser.listening();
  await recogniser.keeping('the house is big');
  // The other side's button ends the turn, and listens after its translation.
  await talk(far).click();
  await half('Their side').getByText('la casa es grande').waitFor();
  await recogniser.listening();
  await recogniser.heard('buenas noches');
  await half('Your side').getByText('good night').waitFor();
  await half('Your side').getByText('1 free translation left. Each turn uses one.').waitFor();

  for await (const look of looks(page, [
    [1280, 800],
    [640, 360],
    [360, 640],
  ])) {
    // The computer has the phone's colours in dark mode, and a phone on its side has the computer's layout.
    if (look === '1280 px, light' || look.startsWith('360'))
      expect(await violations(page, 'dialog'), look).toEqual([]);
    if (look.endsWith('light')) await expectInReach(look);
  }
  // On an upright phone the far half is rotated, for the person opposite.
  await expect.poll(() => turnOf('Their side')).toBe('180deg');
  expect(await turnOf('Your side')).toBe('none');
  await page.getByRole('button', { name: 'Flip their side' }).click();
  await expect.poll(() => turnOf('Their side')).toBe('none');

  // The first Escape closes only the menu.
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
  // It is in the document before it has its place.
  await expect.poll(() => page.getByRole('menu').evaluate(isWithinScreen)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  // The focus goes back a moment after the menu is gone.
  await expect.poll(() => focused(page)).toBe('More');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Conversation');

  await page.reload();
  await open();
  await half('Your side').getByText('good night').waitFor();
  expect(problems).toEqual([]);
});

test('at 400 % zoom a conversation scrolls as one column, and Close stays', async () => {
  const context = await newGuest(browser(), { viewport: { width: 320, height: 256 } });
  page = await context.newPage();
  await giveRecogniser(page);
  await goTo(page, sharedParley.url);
  await open();
  const dialog = page.getByRole('dialog');
  await talk(near).click();
  await recogniserOf(page).listening();
  await recogniserOf(page).heard('the house is big');
  await dialog.getByText('la casa es grande').first().waitFor();
  expect(await page.evaluate(unreachable, 'dialog')).toEqual([]);
  expect(await page.evaluate(overflow)).toBe(0);
  const heights = await dialog
    .getByRole('group', { name: 'Messages' })
    .evaluateAll((lists) => lists.map(({ clientHeight }) => clientHeight));
  expect(Math.min(...heights)).toBeGreaterThan(60);
  await talk(far).scrollIntoViewIfNeeded();
  const close = dialog.getByRole('button', { name: 'Close' });
  const box = await close.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 256) + (box?.height ?? 0)).toBeLessThan(64);
  await close.click();
  await dialog.waitFor({ state: 'detached' });
});

test('a reader who has scrolled back is not moved by the other side’s turns', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 640 } });
  page = await context.newPage();
  await giveRecogniser(page);
  await goTo(page, sharedParley.url);
  await page.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: 'la casa es grande y está cerca del mar' } }),
  );
  await open();
  const list = half('Your side').getByRole('group', { name: 'Messages' });
  const say = async (side: string, words: string) => {
    await talk(side).click();
    await recogniserOf(page).listening();
    await recogniserOf(page).heard(words);
    await half('Your side').getByText(words).waitFor();
    await expect.poll(() => half('Your side').locator('li .shimmer').count()).toBe(0);
  };
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six']) await say(near, `${words} words`);
  await list.evaluate((element) => element.scrollTo({ top: -100, behavior: 'instant' }));
  const first = half('Your side').getByText('three words');
  const before = (await first.boundingBox())?.y ?? 0;
  await say(far, 'seven words');
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  // Their own words bring them back to the end.
  await say(near, 'eight words');
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await context.close();
});

const near = 'Speak English (US)';
const far = 'Speak Spanish';

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await page.getByRole('dialog', { name: 'Conversation' }).waitFor();
}

function half(side: 'Your side' | 'Their side') {
  return page.getByRole('region', { name: side });
}

function talk(name: string) {
  return page.getByRole('dialog').getByRole('button', { name });
}

/** The main buttons are large enough for a finger, and on the screen. */
async function expectInReach(look: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const button of [
    talk(near),
    talk(far),
    page.getByRole('button', { name: 'Close', exact: true }),
    page.getByRole('dialog').getByRole('button', { name: 'More' }),
  ]) {
    const box = (await button.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect(Math.min(box.width, box.height), look).toBeGreaterThanOrEqual(44);
    expect(Math.min(box.x, box.y), look).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, look).toBeLessThanOrEqual(width);
    expect(box.y + box.height, look).toBeLessThanOrEqual(height);
  }
}

/** The rotation of the half. */
function turnOf(side: 'Your side' | 'Their side'): Promise<string> {
  return half(side).evaluate((element) => getComputedStyle(element).rotate);
}

/** Runs in the page. */
function isWithinScreen(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}
