import { expect, test } from 'vitest';
import { newGuest, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { countShift, shiftOf } from '../../support/browser/look.ts';
import { longText, openTool, translate } from './tool.ts';

// Other sizes, languages and text sizes are in `journey/variants/layout.test.ts`.
const browser = browserOfTests();

test('on a phone the tool begins below one row, and Copy needs no scroll after a long text', async () => {
  const page = await openTool(await newGuest(browser(), { viewport: { width: 360, height: 640 } }));
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
  const page = await openTool(await newGuest(browser(), { viewport: { width: 1280, height: 720 } }));
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

test('on a large screen the history is beside the tool: nothing moves when it comes, nor while a text grows', async () => {
  const context = await newGuest(browser(), { viewport: { width: 1440, height: 900 } });
  await countShift(context);
  const page = await openTool(context);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('No translations yet.').waitFor();
  expect(await shiftOf(page)).toBeLessThan(0.001);
  const tool = await page.getByRole('region', { name: 'Translation', exact: true }).boundingBox();
  const before = await history.boundingBox();
  expect(before?.x).toBeGreaterThan((tool?.x ?? 0) + (tool?.width ?? 0));
  expect(before?.x).toBeGreaterThan(1_080);
  // The keyboard and screen readers reach it as the eye does: after the tool, before the sections below.
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(titles.slice(titles.indexOf('Translation')).slice(0, 3)).toEqual([
    'Translation',
    'History',
    'Quick Actions',
  ]);
  await translate(page, 'the house is near');
  await history.getByText('la casa está cerca').first().waitFor();
  await page.getByRole('textbox', { name: 'Type your text' }).fill(longText);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY >= 300);
  // It stays in view.
  expect((await history.boundingBox())?.y).toBe(16);

  const widthOfTool = async () =>
    (await page.getByRole('region', { name: 'Languages' }).boundingBox())?.width ?? 0;
  expect(await widthOfTool()).toBeCloseTo(1_048 - 2, 0);
  await page.setViewportSize({ width: 1_760, height: 900 });
  expect(await widthOfTool()).toBeCloseTo(1_280 - 2, 0);
  await context.close();
});
