import type { BrowserContext, Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { goTo, newGuest, settled, toast } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { focused } from '../support/browser/keys.ts';
import { cutOff, setTextSize, tooSmall } from '../support/browser/layout.ts';
import { signUpIn } from '../support/browser/people.ts';
import { giveRecogniser, hideRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { userAgents } from '../support/browser/user-agents.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const phone = { width: 390, height: 844 };
const browser = browserOfTests();

test('an overlay takes the focus, fits every screen, and returns the focus; a card replaces the text area', async () => {
  const page = await open(userAgents.iphoneChrome);
  const isToastAbove = page.waitForFunction(() => {
    const toast = document.querySelector('.toast[data-state="open"]');
    if (!toast?.textContent?.includes('iOS Chrome Voice Setup Needed')) return false;
    const { x, y, width, height } = toast.getBoundingClientRect();
    const front = document.elementFromPoint(x + width / 2, y + height / 2);
    return document.querySelector('dialog[open]') !== null && toast.contains(front);
  });
  await failToHear(page, 'not-allowed');
  await isToastAbove;
  // It may close by timeout.
  await page.evaluate(() => document.querySelector<HTMLElement>('.toast [aria-label="Dismiss"]')?.click());
  const overlay = page.getByRole('dialog', { name: 'Turn on your microphone in Chrome' });
  await overlay.waitFor();
  await expect.poll(() => focused(page)).toBe('Turn on your microphone in Chrome');
  await settled(page);
  expect(await violationsInBothSchemes(page, 'dialog')).toEqual([]);
  for (const [width, textSize] of [
    [320, '100%'],
    [390, '200%'],
  ] as const) {
    await page.setViewportSize({ ...phone, width });
    await page.evaluate(setTextSize, textSize);
    await settled(page);
    expect(await page.evaluate(cutOff, 'dialog')).toEqual([]);
    expect(await page.evaluate(tooSmall, 'dialog')).toEqual([]);
  }
  await page.evaluate(setTextSize, '');
  // On a low screen it can be read and pressed to its end.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const part of [
    overlay.getByText('Open Chrome again and reload this page. When it asks for the microphone, tap Allow.'),
    overlay.getByRole('button', { name: 'Type instead' }),
  ]) {
    await part.scrollIntoViewIfNeeded();
    const isSeen = await part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [y + 2, y + height - 2].every((at) =>
        element.contains(document.elementFromPoint(x + width / 2, at)),
      );
    });
    expect(isSeen).toBe(true);
  }
  await page.setViewportSize(phone);
  await page.keyboard.press('Escape');
  await overlay.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Start recording');

  await failToHear(page, 'no-speech');
  const card = page.getByRole('region', { name: 'Type instead' });
  await card.waitFor();
  const own = page.getByRole('textbox', { name: 'Type your text' });
  expect(await own.count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await settled(page);
  expect(await overlap(card, page.getByRole('button', { name: 'Start recording' }))).toBe(false);
  await page.setViewportSize(phone);
  await card.getByRole('textbox').fill('the house');
  await card.getByRole('textbox').press('Enter');
  await page.getByTestId('translation').getByText('casa').waitFor();
  expect([await card.count(), await own.inputValue()]).toEqual([0, 'the house']);
});

// Only a browser's own error shows that its text survives.
describe('without a recogniser, and with a refused microphone', () => {
  const refusing = browserOfTests(() => ({ deniesMicrophone: true }));

  test('a guest of Chrome reads why in the guide, and then beside the text, which is kept', async () => {
    const { page, problems } = await openWithout(await newGuest(refusing()));
    await page.getByRole('textbox', { name: 'Type your text' }).fill('the house');
    await page.getByRole('button', { name: 'Start recording' }).click();
    const guide = page.getByRole('dialog', { name: 'Turn on your microphone in Chrome' });
    await guide.getByText(denied, { exact: true }).waitFor();
    expect(await page.getByText(denied, { exact: true }).filter({ visible: true }).count()).toBe(1);
    const shown = toast(page, 'Chrome Voice Setup Needed');
    await shown.waitFor();
    // Toasts wait for a window without focus.
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    for (const [width, height] of [
      [1280, 800],
      [800, 600],
      [700, 900],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await settled(page);
      expect(await overlap(guide, shown), `at ${width} px`).toBe(false);
    }
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.keyboard.press('Escape');
    await expectStanding(page);
    expect(problems).toEqual([]);
  });

  test('a Premium user of Firefox reads it once, and both halves of a conversation stand', async () => {
    const context = await newGuest(refusing(), { userAgent: userAgents.firefox });
    const { userId } = await signUpIn(context, sharedParley.url);
    await makePremium(sharedParley.dynamodb, userId);
    const { page, problems } = await openWithout(context);
    await page.getByRole('textbox', { name: 'Type your text' }).fill('the house');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await expectStanding(page);

    await page.getByRole('button', { name: 'Conversation' }).click();
    await page.getByRole('button', { name: 'Speak English (US)' }).click();
    const side = page.getByRole('region', { name: 'Your side' });
    await side.getByRole('alert').getByText(denied, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Speak Spanish' }).waitFor();
    expect(problems).toEqual([]);
  });
});

const denied = 'Microphone permission denied. Please allow microphone access and try again.';

async function open(userAgent: string): Promise<Page> {
  const context = await newGuest(browser(), { userAgent, viewport: phone, isMobile: true, hasTouch: true });
  await giveRecogniser(context);
  const page = await context.newPage();
  await page.goto(sharedParley.url);
  return page;
}

async function failToHear(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).press('Enter');
  await recogniserOf(page).listening();
  await recogniserOf(page).fail(code);
}

async function openWithout(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  await hideRecogniser(page);
  return { page, problems: await goTo(page, sharedParley.url) };
}

async function overlap(...elements: readonly Locator[]): Promise<boolean> {
  const [one, other] = await Promise.all(elements.map((each) => each.boundingBox()));
  if (!one || !other) throw new Error('One is not shown.');
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The notice becomes visible when the toast is gone. */
async function expectStanding(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Speech input' });
  await card.getByText(denied, { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Type your text' }).inputValue()).toBe('the house');
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
}
