import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { guestsInTurn, launchBrowser, newGuest, settled, toast } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

const laptop = { viewport: { width: 1280, height: 800 } } as const;

beforeEach(async () => {
  page = await (await next(laptop)).newPage();
});

describe('by a clock of its own', () => {
  beforeEach(async () => {
    // It is the whole browser's, and stays.
    const own = await newGuest(browser, laptop);
    onTestFinished(() => own.close());
    page = await own.newPage();
    await page.clock.install({ time: 0 });
    await page.goto(url);
    await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
    await page.waitForLoadState('networkidle');
    // What comes later is here before the time stands still.
    await page.getByRole('region', { name: /Notifications/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('grid').press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.clock.pauseAt(60_000);
  });

  test('a tooltip opens after 700 ms, and the next at once within 300 ms', async () => {
    await page.getByRole('textbox').fill('the house');
    const open = page.locator('.tooltip:popover-open');
    await page.getByRole('button', { name: 'Swap languages' }).hover();
    await page.clock.runFor(699);
    expect(await open.count()).toBe(0);
    await page.clock.runFor(1);
    expect(await open.textContent()).toBe('Swap languages');
    await page.getByRole('heading', { name: 'Translation' }).hover();
    expect(await open.count()).toBe(0);
    await page.clock.runFor(299);
    await page.getByRole('button', { name: 'Clear text' }).hover();
    await page.clock.runFor(1);
    expect(await open.textContent()).toBe('Clear text');
    await page.getByRole('heading', { name: 'Translation' }).hover();
    await page.clock.runFor(300);
    await page.getByRole('button', { name: 'Swap languages' }).hover();
    await page.clock.runFor(699);
    expect(await open.count()).toBe(0);
  });

  test('letters typed in the list of languages belong together for 1 s', async () => {
    await page.getByRole('button', { name: /^To/ }).click();
    const active = page.locator('[role="row"][data-active]');
    await page.getByRole('grid').press('f');
    await page.clock.runFor(999);
    await page.getByRole('grid').press('r');
    expect(await active.textContent()).toMatch(/French/);
    await page.clock.runFor(1_000);
    await page.getByRole('grid').press('p');
    expect(await active.textContent()).toMatch(/Polish/);
  });

  test('a toast goes after 4 s, one with more to read after 6 s', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText: 'la casa' } }));
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await lasts('Copied!', 4_000);
    await page.route('**/api/translate', (route) => route.fulfill({ status: 502, body: 'no' }));
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await lasts('Translation Error', 6_000);
  });

  async function lasts(title: string, durationMs: number): Promise<void> {
    await toast(page, title).waitFor();
    // The pointer over the page must not hold it.
    await page.clock.runFor(durationMs - 100);
    expect(await toast(page, title).isVisible()).toBe(true);
    await page.clock.runFor(200);
    await toast(page, title).waitFor({ state: 'hidden' });
  }
});

test('toasts lie on layer 100, and are at most 420 px wide from 768 px on', async () => {
  await page.goto(url);
  const viewport = page.getByRole('region', { name: /Notifications/ }).locator('ol');
  await viewport.waitFor({ state: 'attached' });
  for (const [width, most] of [
    [767, 767],
    [768, 420],
    [1280, 420],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const style = await viewport.evaluate((list) => {
      const { zIndex } = getComputedStyle(list);
      return { zIndex, width: list.getBoundingClientRect().width };
    });
    expect(style).toEqual({ zIndex: '100', width: most });
  }
});

test('the sliders have the range and the steps of their settings', async () => {
  await page.goto(url);
  const speed = page.getByRole('slider', { name: 'Speech speed' });
  const sensitivity = page.getByRole('slider', { name: 'Microphone sensitivity' });
  const range = (input: HTMLElement | SVGElement) =>
    ['min', 'max', 'step', 'value'].map((name) => Number(input[name as keyof typeof input]));
  expect(await speed.evaluate(range)).toEqual([0.5, 2, 0.1, 1]);
  expect(await sensitivity.evaluate(range)).toEqual([1, 10, 1, 5]);
  await speed.press('ArrowRight');
  expect(await speed.getAttribute('aria-valuetext')).toBe('1.1x');
  await speed.press('PageUp');
  expect(await speed.getAttribute('aria-valuetext')).toBe('2.0x');
  await sensitivity.press('Shift+ArrowLeft');
  expect(await sensitivity.inputValue()).toBe('1');
});

test('phrases that cannot be translated here are folded behind one line', async () => {
  await page.goto(url);
  const phrase = page.getByRole('button', { name: 'Maaf kijie' });
  const line = page.getByText('Not translated to Spanish here: Hindi, Chinese, Arabic, and Bengali');
  await line.waitFor();
  expect(await phrase.isVisible()).toBe(false);
  await line.click();
  expect(await phrase.isVisible()).toBe(true);
  expect(await phrase.isDisabled()).toBe(true);
});

test('a pair that nothing translates is told where it is picked', async () => {
  await page.goto(url);
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: 'Japanese' }).click();
  await page
    .getByRole('region', { name: 'Languages' })
    .getByText('English is not translated to Japanese here. Pick another pair.')
    .waitFor();
});

test('a part that could not be loaded is asked for again by itself', async () => {
  let isBlocked = true;
  await page.route('**/language-picker-*.js', (route) => (isBlocked ? route.abort() : route.continue()));
  await page.goto(url);
  const to = page.getByRole('button', { name: /^To/ });
  await to.click();
  await page.getByText('This part could not be loaded.').waitFor();
  isBlocked = false;
  await page.getByRole('grid').waitFor();
});

test('a short translation is large, a long one is set to be read', async () => {
  await page.goto(url);
  for (const [translatedText, size] of [
    ['la casa', /^(2[4-9]|3\d)/],
    ['la casa '.repeat(30), /^18px$/],
  ] as const) {
    await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
    await page.getByRole('textbox').fill(translatedText);
    await page.getByRole('button', { name: 'Translate Text' }).click();
    const shown = page.getByTestId('translation').getByText(translatedText.trim());
    await shown.waitFor();
    expect(await shown.evaluate((text) => getComputedStyle(text).fontSize)).toMatch(size);
  }
});

test('text at twice its size fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await settled(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    expect(await page.evaluate(sticksOut)).toEqual([]);
  }
});

test('a notice and its button fit beside text at twice its size', async () => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.route('**/api/translate', (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.goto(url);
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await settled(page);
  expect(await page.evaluate(sticksOut)).toEqual([]);
});

/** What sticks out of its card at the side. */
function sticksOut(): string[] {
  return [...document.querySelectorAll('main section')].flatMap((card) => {
    const { left, right } = card.getBoundingClientRect();
    return [...card.querySelectorAll(':is(p, label, input, button, textarea):not(.sr-only)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < left || box.right > right))
      .map(({ element }) => `${element.tagName} ${element.ariaLabel || element.textContent || element.id}`);
  });
}
