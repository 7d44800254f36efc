import type { BrowserContext, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { goTo, newGuest, settled, toast } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { signUpIn } from '../support/browser/people.ts';
import { hideRecogniser } from '../support/browser/recogniser.ts';
import { userAgents } from '../support/browser/user-agents.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

// The browser refuses the microphone, and has no recogniser. Only here is the error the browser's own.
const url = sharedParley.url;
const browser = browserOfTests(() => ({ deniesMicrophone: true }));
const denied = 'Microphone permission denied. Please allow microphone access and try again.';

test('a guest of Chrome reads why in the guide, and then beside the text, which is kept', async () => {
  const { page, problems } = await open(await newGuest(browser()));
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
  const context = await newGuest(browser(), { userAgent: userAgents.firefox });
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  const { page, problems } = await open(context);
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

async function open(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  await hideRecogniser(page);
  return { page, problems: await goTo(page, url) };
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
