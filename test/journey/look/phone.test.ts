import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newGuest, openCard, openPage, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { countReadableLines, isUncovered, keepTextSize, setTextSize } from '../../support/browser/layout.ts';
import { giveRecogniser, recogniserOf } from '../../support/browser/recogniser.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { variants } from '../../support/variants.ts';

const browser = browserOfTests();
const sentence = '¿Dónde está la estación de tren?';

test.for(
  variants([
    [360, 640, 200, 1],
    [360, 640, 100, 2],
    [390, 844, 130, 2],
    [360, 640, 130, 2],
    [390, 844, 200, 2],
  ] as const),
)(
  '%i × %i with text of %i %: an answer begins on the screen, with at least %i whole lines, and leaves the text folded',
  async ([width, height, textSize, lines]) => {
    const page = await openPhone(width, height, textSize);
    const field = page.getByRole('textbox', { name: 'Type your text' });
    const answer = page.getByTestId('translation');
    for (const [text, translated] of [
      ['Where is the train station?', sentence],
      ['We would like to book two rooms.\n'.repeat(12).trim(), `${sentence}\n`.repeat(12)],
    ] as const) {
      await write(page, text);
      await translate(page, translated);
      await expect.poll(() => answer.evaluate(countReadableLines)).toBeGreaterThanOrEqual(lines);
      const { dock, actions } = await heightsOf(page);
      expect(dock).toBeLessThanOrEqual(height / 4);
      if (textSize > 100) expect(dock + actions).toBeLessThanOrEqual(height / 3);
      expect(await page.getByRole('button', { name: 'Copy' }).evaluate(isUncovered)).toBe(true);

      const heightOf = () => field.evaluate(({ clientHeight }) => clientHeight);
      const folded = await heightOf();
      expect(folded).toBeLessThanOrEqual((4.2 * 16 * textSize) / 100);
      expect(await field.inputValue()).toBe(text);
      await field.tap();
      expect(await field.getAttribute('data-folded')).toBeNull();
      if (text.includes('\n')) expect(await heightOf()).toBeGreaterThan(folded);
    }
    await page.context().close();
  },
);

test('an answer that arrives while somebody types on moves nothing', async () => {
  const page = await openPhone(360, 640, 200);
  const answered = Promise.withResolvers<void>();
  await page.unrouteAll();
  await page.route('**/api/translate', async (route) => {
    await answered.promise;
    await route.fulfill({ json: { translatedText: sentence } });
  });
  await write(page, 'Where is the train station?');
  await page.getByRole('button', { name: 'Translate Text' }).tap();
  await write(page, ' And the bus?');
  const scrolled = await page.evaluate(() => scrollY);
  answered.resolve();
  await page.getByTestId('translation').waitFor({ state: 'attached' });
  await settled(page);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.context().close();
});

test('a shown answer is as large with larger text, and Close is a button with its name', async () => {
  const page = await openPhone(390, 844, 100);
  await write(page, 'Where is the train station?');
  await translate(page, sentence);
  await page.getByRole('button', { name: 'Show' }).tap();
  const shown = page.locator('#shown-text');
  await shown.waitFor();
  const sizeOf = async () => {
    await settled(page);
    return shown.evaluate(({ style }) => Number.parseFloat(style.fontSize));
  };
  const before = await sizeOf();
  await page.evaluate(setTextSize, '200%');
  expect(await sizeOf()).toBeGreaterThanOrEqual(before);
  const { width = 0, height = 0 } = (await shown.locator('..').boundingBox()) ?? {};
  const box = await shown.boundingBox();
  expect(width - (box?.width ?? width)).toBeGreaterThanOrEqual(48);
  expect(height - (box?.height ?? height)).toBeGreaterThanOrEqual(48);
  const close = page.getByRole('dialog').getByText('Close');
  expect(await close.isVisible()).toBe(true);
  await close.tap();
  await shown.waitFor({ state: 'detached' });
  await page.context().close();
});

test.for(
  variants([
    [360, 640],
    [390, 844],
  ] as const),
)(
  '%i × %i with text of 200 %: both sides read the whole last turn of a conversation',
  async ([width, height]) => {
    const page = await openPhone(width, height, 200);
    await page.getByRole('button', { name: 'Conversation', exact: true }).tap();
    const dialog = page.getByRole('dialog');
    for (const [side, words] of [
      ['Speak English (US)', 'where is the train station'],
      ['Speak Spanish', 'a la derecha'],
    ] as const) {
      await dialog.getByRole('button', { name: side }).tap();
      await recogniserOf(page).listening();
      await recogniserOf(page).heard(words);
      await dialog.getByText(words).first().waitFor();
      await dialog.getByText(sentence).first().waitFor();
      await expect.poll(() => dialog.locator('li').count()).toBe(words.startsWith('where') ? 2 : 4);
      await settled(page);
      for (const list of await dialog.getByRole('group', { name: 'Messages' }).all()) {
        expect(await list.evaluate(isLastTurnWhole)).toBe(true);
      }
    }
    const rows = await dialog
      .locator('[data-talk]')
      .evaluateAll((all) => all.map(({ parentElement }) => parentElement?.parentElement?.clientHeight));
    expect(Math.max(...rows.map((row = height) => row))).toBeLessThanOrEqual(110);
    await page.context().close();
  },
);

test('a card’s foods are the largest and on the screen; what is below is announced by a fade', async () => {
  const page = await openPhone(360, 640, 200);
  await openCard(page, 'Quick Actions');
  await page.getByRole('heading', { name: 'Quick Actions' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Eating out' }).tap();
  await page.getByRole('button', { name: 'Allergy and health card' }).tap();
  const choices = page.getByRole('dialog').getByRole('checkbox');
  for (const index of [3, 4, 5]) await choices.nth(index).check();
  const show = page.getByRole('button', { name: 'Show in Spanish' });
  await show.click();
  const foods = page.getByRole('dialog').getByRole('listitem').locator('[lang="es"]');
  await foods.nth(2).waitFor();
  await settled(page);
  for (const food of await foods.all()) expect(await food.evaluate(countReadableLines)).toBe(1);
  expect(await sizePxOf(foods.first())).toBeGreaterThan(1.4 * (await sizePxOf(page.getByText(/^Tengo una/))));
  const arrow = page.locator('dialog .sticky svg');
  expect(await arrow.count()).toBe(0);

  await page.getByRole('button', { name: 'Close' }).click();
  for (let index = 0; index < 14; index += 1) await choices.nth(index).check();
  await show.click();
  await arrow.waitFor();
  expect(await arrow.evaluate(isInFront)).toBe(true);
  await foods.last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => arrow.evaluate(isInFront)).toBe(false);
  await page.context().close();
});

async function openPhone(width: number, height: number, textSize: number): Promise<Page> {
  const viewport = { width, height };
  const context = await newGuest(browser(), { viewport, hasTouch: true, isMobile: true });
  await context.addInitScript(keepTextSize, textSize === 100 ? '' : `${textSize}%`);
  await giveRecogniser(context);
  const { page } = await openPage(context, sharedParley.url);
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText: sentence } }));
  return page;
}

/** Types as a person does: what folds the text comes with the first touch. */
async function write(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Type your text' });
  await field.tap();
  await page.locator('#text-notes > *').first().waitFor({ state: 'attached' });
  if (!text.startsWith(' ')) await field.fill('');
  await page.keyboard.insertText(text);
}

async function translate(page: Page, translatedText: string): Promise<void> {
  await page.unrouteAll();
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
  await page.getByRole('button', { name: 'Translate Text' }).tap();
  await page.getByTestId('translation').getByText(translatedText.slice(0, 8)).waitFor();
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  await settled(page);
}

async function heightsOf(page: Page): Promise<{ dock: number; actions: number }> {
  const [dock, actions] = await Promise.all(
    ['[data-dock]', '#translation-buttons'].map((part) => page.locator(part).boundingBox()),
  );
  return { dock: dock?.height ?? 0, actions: actions?.height ?? 0 };
}

/** Runs in the page: of a side's list of messages. */
function isLastTurnWhole(list: Element): boolean {
  const turn = [...list.querySelectorAll('li')].at(-1)?.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return turn !== undefined && turn.top >= top - 1 && turn.bottom <= bottom + 1;
}

/** Runs in the page. A fade lets taps through, so the page's order decides. */
function isInFront(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const fade = element.parentElement as HTMLElement;
  fade.style.pointerEvents = 'auto';
  const front = document.elementFromPoint(left + width / 2, top + height / 2);
  fade.style.pointerEvents = '';
  return front !== null && fade.contains(front);
}

function sizePxOf(text: Locator): Promise<number> {
  return text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
}
