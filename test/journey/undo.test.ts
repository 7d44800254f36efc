import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, openPage, settled, toast } from '../support/browser/browser.ts';
import { focused } from '../support/browser/keys.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions;
const desktop = {
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
} satisfies BrowserContextOptions;

let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

/** Somebody whose page is whole: what is about the keyboard and undo comes when it is idle. */
async function open(profile: BrowserContextOptions): Promise<void> {
  ({ page, problems } = await openPage(await next(profile), url));
  await page.getByRole('button', { name: 'Test speech' }).waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Conversation' }).waitFor();
}

const text = () => page.getByLabel('Type your text');
const translation = () => page.getByTestId('translation');
const pair = () => page.locator('[data-code]').evaluateAll((all) => all.map((one) => one.dataset.code));

async function translate(words: string): Promise<void> {
  await text().fill(words);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await translation().waitFor();
}

describe('on a phone', () => {
  beforeAll(() => open(phone));

  test('a swap and each clearing can be undone by their toast, and nothing is offered where nothing was lost', async () => {
    await page.getByRole('button', { name: 'Swap languages' }).tap();
    expect(await pair()).toEqual(['es-ES', 'en-US']);
    expect(await page.locator('.toast').count()).toBe(0);
    await page.getByRole('button', { name: 'Swap languages' }).tap();

    await translate('the house');
    const words = await translation().textContent();
    await page.getByRole('button', { name: 'Swap languages' }).tap();
    expect(await text().inputValue()).toBe('');
    // No toast leaves while the focus is in it.
    const undo = toast(page, 'Languages swapped').getByRole('button', { name: 'Undo' });
    await undo.focus();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await undo.tap();
    await toast(page, 'Undone').waitFor();
    expect(await pair()).toEqual(['en-US', 'es-ES']);
    expect(await text().inputValue()).toBe('the house');
    expect(await translation().textContent()).toBe(words);

    await page.getByRole('button', { name: 'Clear translation' }).tap();
    await toast(page, 'Translation cleared').getByRole('button', { name: 'Undo' }).tap();
    expect(await translation().textContent()).toBe(words);
    // The text area would bring up the keyboard.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-translation');
    await page.getByRole('button', { name: 'Clear text' }).tap();
    await toast(page, 'Text cleared').getByRole('button', { name: 'Undo' }).tap();
    expect(await text().inputValue()).toBe('the house');
  });

  test('what was typed over by a phrase can be had back, until something new is typed', async () => {
    await text().fill('my own words');
    await page.getByRole('button', { name: 'How much does this cost?' }).tap();
    await toast(page, 'Text replaced').getByRole('button', { name: 'Undo' }).tap();
    expect(await text().inputValue()).toBe('my own words');
    await page.getByRole('button', { name: 'Clear text' }).tap();
    await toast(page, 'Text cleared').waitFor();
    await text().fill('n');
    expect(await toast(page, 'Text cleared').isVisible()).toBe(false);
  });

  test('what is typed has the direction of its script, whatever its language is said to be', async () => {
    const look = () =>
      text().evaluate((area) => {
        const { direction, textAlign, unicodeBidi } = getComputedStyle(area);
        return { direction, textAlign, unicodeBidi };
      });
    // Each paragraph has its own, and begins at its own side.
    await text().fill('أين محطة القطار؟ Gate 12');
    expect(await look()).toEqual({ direction: 'rtl', textAlign: 'start', unicodeBidi: 'plaintext' });
    await text().fill('Ali says: أين');
    expect(await look()).toMatchObject({ direction: 'ltr', textAlign: 'start' });
    await text().fill('');
    expect(await look()).toMatchObject({ direction: 'ltr' });
  });

  test('has no list of keys, and counts what is left', async () => {
    expect(await page.getByRole('button', { name: 'Keyboard shortcuts' }).isVisible()).toBe(false);
    const said = page.locator('#length-note');
    await text().fill('a'.repeat(899));
    expect(await said.textContent()).toBe('');
    await text().fill('a'.repeat(950));
    await said.getByRole('status').getByText('50 characters left.').waitFor();
    await text().fill(` ${'a'.repeat(1_012)} `);
    await said
      .locator('p[aria-hidden]')
      .getByText(
        '12 characters too many. Shorten the text to 1,000 characters to translate it. With a free account a text can have 5,000.',
      )
      .waitFor();
    await text().fill('');
    expect(problems).toEqual([]);
  });
});

test('on a low phone that shows motion the translation comes into view, and a toast that is let go of leaves', async () => {
  await open({ ...phone, viewport: { width: 360, height: 480 }, reducedMotion: 'no-preference' });
  const card = page.getByRole('region', { name: 'Translation', exact: true });
  // What is said of a voice that is found missing pushes the end of the card out again.
  const copy = card.getByRole('button', { name: 'Copy', exact: true });
  await page.getByRole('button', { name: 'Translate Text' }).scrollIntoViewIfNeeded();
  const below = () => copy.evaluate((element) => element.getBoundingClientRect().bottom - window.innerHeight);
  expect(await below()).toBeGreaterThan(1);
  await translate('the house');
  await expect.poll(below).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Clear translation' }).tap();
  const cleared = toast(page, 'Translation cleared');
  // A tap waits until the toast stands still, and no toast leaves while the focus is in it.
  await cleared.getByRole('button', { name: 'Dismiss' }).focus();
  await cleared.getByRole('button', { name: 'Dismiss' }).tap();
  await cleared.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

describe('with a keyboard', () => {
  beforeAll(() => open(desktop));

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test('single keys do what the buttons do', async () => {
    await press('t');
    await expect.poll(() => focused(page)).toMatch(/^Type your text/);
    expect(await text().inputValue()).toBe('');
    // Whoever types, types.
    await page.keyboard.type('the cost');
    expect(await text().inputValue()).toBe('the cost');
    await press('ControlOrMeta+Enter');
    await translation().waitFor();
    const words = await translation().textContent();
    await press('Escape', 'c');
    await toast(page, 'Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);
    await press('s');
    expect(await pair()).toEqual(['es-ES', 'en-US']);
    await press('z');
    await toast(page, 'Undone').waitFor();
    expect(await pair()).toEqual(['en-US', 'es-ES']);
    await press('x', 'x');
    expect([await text().inputValue(), await translation().count()]).toEqual(['', 0]);
    await press('z', 'z');
    expect([await text().inputValue(), await translation().textContent()]).toEqual(['the cost', words]);
    await press('Control+s', 'Alt+x', 'q');
    expect(await text().inputValue()).toBe('the cost');
    await press('r');
    await page
      .getByRole('button', { name: /Cancel|Stop recording/ })
      .first()
      .waitFor();
    await press('r');
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
  });

  test('the toast’s button is reached by F8', async () => {
    await press('x');
    await toast(page, 'Text cleared').waitFor();
    await press('F8', 'Tab', 'Tab', 'Enter');
    expect(await text().inputValue()).toBe('the cost');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-speech-input');
  });

  test('? lists them, and turns them off, which is remembered', async () => {
    await press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Swap the languages').waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    // A dialog is open: its keys are its own.
    await press('s');
    expect(await pair()).toEqual(['en-US', 'es-ES']);
    await list.getByRole('switch', { name: 'Single keys' }).click();
    await press('Escape');
    await list.waitFor({ state: 'detached' });
    await press('s', '?');
    expect(await pair()).toEqual(['en-US', 'es-ES']);
    expect(await page.evaluate(() => localStorage.getItem('parley.shortcuts'))).toBe('off');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await list.getByRole('switch', { name: 'Single keys' }).click();
    await press('Escape');
    await expect.poll(() => focused(page)).toBe('Keyboard shortcuts');
    await press('s');
    expect(await pair()).toEqual(['es-ES', 'en-US']);
    expect(problems).toEqual([]);
  });
});
