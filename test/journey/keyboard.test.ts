import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, openCard, openPage, settled, toast } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { focused, seeEveryStop, stop, tabTo } from '../support/browser/keys.ts';
import { signUpIn } from '../support/browser/people.ts';
import { installVoice } from '../support/browser/scripted-voice.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations } from '../support/people/premium.ts';

const url = sharedParley.url;
const laptop = {
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 800 },
};
const browser = browserOfTests();

// One page: each test starts by pressing Tab to its place.
describe('the translator, without a mouse', () => {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  let page: Page;
  let problems: string[];

  const pair = () => page.locator('[data-code]').evaluateAll(codes);

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  beforeAll(async () => {
    const context = await newGuest(browser(), laptop);
    const { userId } = await signUpIn(context, url);
    const kept = Array(7).fill({ text: 'the house', translatedText: 'la casa' });
    await keepTranslations(sharedParley.dynamodb, userId, kept);
    await context.addInitScript(installVoice, {});
    ({ page, problems } = await openPage(context, url));
    await region('Your data').waitFor();
    for (const name of ['History', 'Settings', 'Your data'])
      await region(name).getByRole('button', { name, exact: true }).click();
    await region('Quick Actions').getByRole('button', { name: 'Shops and hotels' }).click();
    await region('History').getByText('la casa').first().waitFor();
    await region('Your data').getByRole('button', { name: 'Download my data' }).waitFor();
  });

  afterAll(() => expect(problems).toEqual([]));

  test('every stop is visible, in page order, and the first follows the last', async () => {
    // From the last stop, so that the first comes next.
    await tabTo(page, 'Contact');
    const stops = await seeEveryStop(page, 12);
    const landmarks = [
      'Account menuAL',
      'Swap languages',
      'Type your text',
      'Start recording',
      'Shops and hotels',
      'Speech speed',
      'Auto-play',
      'Test speech',
      'Search your history',
      'Download my data',
      'Contact',
    ];
    expect(stops.filter((name) => landmarks.includes(name))).toEqual(landmarks);
  });

  test('languages are picked from the list, cancelled by Escape, and swapped', async () => {
    await tabTo(page, /^From/);
    await press('Enter');
    await expect.poll(() => stop(page)).toMatchObject({ name: 'From', faults: [] });
    await press('End', 'Escape');
    await expect.poll(() => focused(page)).toBe('FromEnglish (US)');
    await press('Enter', 'Home', 'ArrowDown', 'ArrowDown');
    expect(await page.locator('[role="row"][data-active]').textContent()).toContain('Catalan');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('FromCatalan');
    await tabTo(page, 'Swap languages');
    await press('Enter');
    await expect.poll(pair).toEqual(['es-ES', 'ca']);
    await expect.poll(() => focused(page)).toBe('Swap languages');
    await tabTo(page, /^To/);
    await press('Space', 'Shift+Tab');
    await page.keyboard.type('english (us)');
    await press('Enter');
    await press('Shift+Tab', 'Enter');
    await expect.poll(pair).toEqual(['en-US', 'es-ES']);
  });

  test('text is typed, translated, heard, copied and cleared', async () => {
    await tabTo(page, 'Type your text');
    await press('Control+a');
    await page.keyboard.type('the house');
    await tabTo(page, 'Translate Text');
    await press('Enter');
    await page.getByTestId('translation').waitFor();
    await expect.poll(() => focused(page)).toBe('Translate Text');
    // It is spoken automatically.
    await region('Translation').getByRole('button', { name: 'Stop' }).waitFor();
    await tabTo(page, 'Stop');
    await press('Enter');
    await region('Translation').getByRole('button', { name: 'Speak', exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('Speak');
    await press('Enter');
    await region('Translation').getByRole('button', { name: 'Stop' }).waitFor();
    await press('Space');
    await tabTo(page, 'Copy');
    await press('Enter');
    // At once: the button's word stays for 2 s, and the toast for 4 s.
    await Promise.all([toast(page, 'Copied!').waitFor(), expect.poll(() => focused(page)).toBe('Copied')]);

    // Tab skips toasts, and F8 goes to them.
    await press('F8');
    await tabTo(page, 'Dismiss');
    await press('Enter');
    await toast(page, 'Copied!').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toMatch(/^Cop/);

    await tabTo(page, 'Clear translation');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Translation');
    await tabTo(page, 'Clear text', { back: true });
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Type your text');
  });

  test('more of the history is shown, with the focus on the first new row', async () => {
    await tabTo(page, 'Show more');
    await press('Enter');
    const sixth = region('History').getByRole('listitem').nth(5);
    await expect.poll(async () => (await focused(page)) === (await sixth.textContent())).toBe(true);
    expect((await stop(page))?.faults).toEqual([]);
  });

  test('clearing the history goes on at its heading, where it can be undone', async () => {
    await tabTo(page, 'Clear history');
    await press('Enter');
    await tabTo(page, 'Clear history');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('History');
    await tabTo(page, 'Undo');
    await press('Enter');
    await region('History').getByText('la casa').first().waitFor();
    await expect.poll(() => focused(page)).toBe('History');
  });

  test('a page and the way back start at their headings, not at the top of the document', async () => {
    for (const [name, heading] of [
      ['Privacy Policy', 'Privacy Policy'],
      ['Status', 'Status'],
    ] as const) {
      await tabTo(page, name);
      await press('Enter');
      await expect.poll(() => focused(page)).toBe(heading);
      await tabTo(page, 'Back to the translator', { back: true });
      await press('Enter');
      await expect.poll(() => focused(page)).toBe('Parley, voice and text translator');
    }
  });

  test('the account menu shows the current item, and links to pages', async () => {
    await tabTo(page, /^Account menu/);
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Upgrade to Premium');
    await press('ArrowDown');
    await expect.poll(() => stop(page)).toMatchObject({ name: 'Manage Subscription', faults: [] });
    await press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^Account menu/);
  });
});

test('a tooltip stays while the pointer is on it, and goes with Escape', async () => {
  const { page } = await openPage(await newGuest(browser(), laptop), url);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  const swap = page.getByRole('button', { name: 'Swap languages' }).first();
  // Tooltips load with the first movement.
  await page.mouse.move(5, 5);
  await page.locator('.tooltip').waitFor({ state: 'attached' });
  await swap.hover();
  const tip = page.getByRole('tooltip');
  await tip.waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await tip.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 30 });
  expect(await tip.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
});

test('in forced colours the open situation of phrases looks different from the others', async () => {
  const { page } = await openPage(await newGuest(browser(), laptop), url);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const colourOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
  await page.getByRole('button', { name: 'Eating out' }).click();
  expect(await colourOf('Eating out')).not.toBe(await colourOf('Talking'));
});

test('in forced colours only the chosen option stands out', async () => {
  const context = await newGuest(browser(), { ...laptop, forcedColors: 'active' });
  const { page } = await openPage(context, url);
  await openCard(page, 'Settings');
  const drawn = (option: string) =>
    page
      .locator('label', { has: page.getByRole('radio', { name: option, exact: true }) })
      .evaluate((label) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(label);
        return { fill: backgroundColor, border: borderTopColor };
      });
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect((await drawn('System')).fill).not.toBe(canvas);
  expect((await drawn('Dark')).border).toBe(canvas);
});

test('a missing voice or microphone is marked with a contrast of at least 3 to 1', async () => {
  const { page } = await openPage(await newGuest(browser(), laptop), url);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.getByRole('button', { name: /^To.*Spanish/ }).click();
  const badge = page.locator('[data-lacking]').first();
  await badge.waitFor();
  await settled(page);
  const opacities = await badge.evaluate((element) => {
    const all: number[] = [];
    for (let each: Element | null = element; each; each = each.parentElement)
      all.push(Number(getComputedStyle(each).opacity));
    return all;
  });
  // Its colour is that of small text, which axe measures.
  expect(Math.min(...opacities)).toBe(1);
});

function codes(buttons: (HTMLElement | SVGElement)[]): (string | undefined)[] {
  return buttons.map((button) => button.dataset.code);
}
