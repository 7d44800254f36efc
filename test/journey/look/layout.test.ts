import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newGuest, openPage, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const browser = browserOfTests();

test('on a phone the tool begins below one row, and Copy needs no scroll after a long text', async () => {
  const page = await openTool({ width: 360, height: 640 });
  expect((await page.getByRole('region', { name: 'Languages' }).boundingBox())?.y).toBeLessThanOrEqual(48);
  await translate(page, longText);
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.waitFor();
  await settled(page);
  const { y = 640, height = 0 } = (await copy.boundingBox()) ?? {};
  const dock = await page.getByRole('button', { name: 'Start recording' }).boundingBox();
  expect(y + height).toBeLessThanOrEqual(dock?.y ?? 0);
  // A line of the answer is above it.
  const answer = await page.getByTestId('translation').boundingBox();
  expect(answer?.y).toBeLessThan(y - 24);
  await page.context().close();
});

test('on a computer both panes grow with their text, and typing moves neither the answer nor the buttons', async () => {
  const page = await openTool({ width: 1280, height: 720 });
  await translate(page, longText);
  const answer = page.getByTestId('translation');
  const buttons = ['Copy', 'Translate Text', 'Start recording'].map((name) =>
    page.getByRole('button', { name }),
  );
  const placesOf = () =>
    Promise.all([answer, ...buttons.slice(1)].map(async (each) => (await each.boundingBox())?.y));
  await settled(page);
  for (const button of buttons) {
    const { y = 720, height = 0 } = (await button.boundingBox()) ?? {};
    expect(y >= 0 && y + height <= 720).toBe(true);
  }
  const before = await placesOf();
  const field = page.getByRole('textbox', { name: 'Type your text' });
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
  await field.press('Enter');
  await field.press('Enter');
  await settled(page);
  expect(await placesOf()).toEqual(before);
  const isScrolling = await page.evaluate(() =>
    [...document.querySelectorAll('textarea, [data-testid="translation"], [data-state="success"]')].some(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
    ),
  );
  expect(isScrolling).toBe(false);
  await page.context().close();
});

const longText = 'the house is near\n'.repeat(40);

async function openTool(viewport: { width: number; height: number }): Promise<Page> {
  const context = await newGuest(browser(), { viewport });
  const { page } = await openPage(context, sharedParley.url);
  await page.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: 'la casa está cerca\n'.repeat(40) } }),
  );
  return page;
}

async function translate(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
}
