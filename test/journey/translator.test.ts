import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { newGuest, openPage, settled, toast } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { focused } from '../support/browser/keys.ts';
import { findOverflowing, overflow, setTextSize } from '../support/browser/layout.ts';
import { comeAfterFirstPaint, countShift, faultsOf, shiftOf } from '../support/browser/look.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { installVoice } from '../support/browser/scripted-voice.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('on a phone a phrase is found by its situation, plays in place, and does not move', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 664 } });
  const { page, problems } = await openPage(context, url);
  const section = page.getByRole('region', { name: 'Quick Actions' });
  await section.scrollIntoViewIfNeeded();
  await section.getByRole('button', { name: 'Getting around' }).press('Enter');
  const phrase = section.getByRole('button', { name: /^Where is the train station\?/ });
  await phrase.scrollIntoViewIfNeeded();
  const placeOf = async () => (await phrase.boundingBox())?.y ?? -1;
  const before = await placeOf();
  await phrase.press('Enter');
  await section.getByTestId('phrase-translation').waitFor();
  // The buttons of the translation come last.
  const translation = page.getByRole('region', { name: 'Translation', exact: true });
  await translation.getByRole('button', { name: 'Copy' }).waitFor();
  // Browsers scroll by whole pixels.
  expect(Math.abs((await placeOf()) - before)).toBeLessThan(1);
  expect(await focused(page)).toMatch(/^Where is the train station\?/);

  // The row of situations scrolls by itself, also for the keyboard.
  const last = section.getByRole('button', { name: 'Talking' });
  await last.focus();
  const endOf = async (each: Locator) => {
    const { x, width } = (await each.boundingBox()) ?? { x: 999, width: 0 };
    return Math.round(x + width);
  };
  await expect.poll(() => endOf(last)).toBeLessThan(390);
  expect(await page.evaluate(overflow)).toBe(0);
  expect(await violationsInBothSchemes(page, '[aria-labelledby="card-quick-actions"]')).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a phone needs no scroll to speak, hear, answer and hear, and nothing shifts', async () => {
  const context = await newGuest(browser(), {
    viewport: { width: 360, height: 616 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });
  await giveRecogniser(context);
  await context.addInitScript(installVoice, {});
  await comeAfterFirstPaint(context, /\.woff2$/);
  await countShift(context);
  const { page } = await openPage(context, url);
  await page.getByRole('button', { name: 'Conversation' }).waitFor();
  for (const [words, starter] of [
    ['where is the station', 'Start recording'],
    ['la casa', 'Reply'],
  ] as const) {
    // Like a finger: `tap` of a locator scrolls first.
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await page.getByRole('button', { name: starter }).boundingBox()) ?? {};
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await recogniserOf(page).listening();
    await recogniserOf(page).heard(words);
    const speak = page
      .getByRole('region', { name: 'Translation' })
      .getByRole('button', { name: /^(Speak|Stop)$/ });
    await speak.waitFor();
    await settled(page);
    const [dock, button] = [
      await page.getByRole('button', { name: 'Start recording' }).boundingBox(),
      await speak.boundingBox(),
    ];
    // The record button is under the thumb, and the button to hear is above it.
    expect(616 - ((dock?.y ?? 0) + (dock?.height ?? 0) / 2)).toBeCloseTo(72, 0);
    expect(Math.round((button?.y ?? 616) + (button?.height ?? 0) / 2)).toBeLessThan(Math.round(dock?.y ?? 0));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  expect(await shiftOf(page)).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('closed, the page of a phone is at most 1,300 px high, and its languages stay in view', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 664 } });
  const { page } = await openPage(context, url);
  await page.getByRole('button', { name: 'Your data' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_300);
  await page
    .getByRole('region', { name: 'Translation', exact: true })
    .evaluate((card) => card.scrollIntoView());
  expect((await page.getByRole('region', { name: 'Languages' }).boundingBox())?.y).toBe(0);
  // As with an on-screen keyboard.
  await page.setViewportSize({ width: 390, height: 380 });
  await textArea(page).fill('one\n'.repeat(8));
  await textArea(page).focus();
  for (const name of ['Translate Text', 'Start recording']) {
    const { y = 380, height = 0 } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
    expect(y >= 0 && y + height <= 380, name).toBe(true);
  }
  await context.close();
});

test('a computer shows two equal panes that end by 600 px', async () => {
  const context = await newGuest(browser(), { viewport: { width: 1280, height: 720 } });
  const { page } = await openPage(context, url);
  await translate(page, 'the house');
  await page.getByTestId('translation').waitFor();
  const panes = await Promise.all(
    ['Speech input', 'Translation'].map((name) =>
      page.getByRole('region', { name, exact: true }).boundingBox(),
    ),
  );
  for (const pane of panes) {
    expect(pane?.y).toBeGreaterThan(100);
    expect(pane?.y).toBeLessThan(140);
    expect((pane?.y ?? 0) + (pane?.height ?? 0)).toBeLessThanOrEqual(600);
  }
  expect(Math.abs((panes[0]?.width ?? 0) - (panes[1]?.width ?? 0))).toBeLessThan(2);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();
});

describe('on a laptop', () => {
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    const context = await newGuest(browser(), { viewport: { width: 1280, height: 800 } });
    ({ page, problems } = await openPage(context, url));
    await page.getByRole('button', { name: 'Conversation' }).waitFor();
  });
  beforeEach(() => page.unrouteAll());
  afterAll(() => expect(problems).toEqual([]));

  test('a short translation is large, and longer ones step down to reading size', async () => {
    for (const [translatedText, size] of [
      ['la casa', /^48px/],
      ['la casa '.repeat(10), /^2[4-8]/],
      ['la casa '.repeat(30), /^20px$/],
      ['la casa '.repeat(60), /^18px$/],
    ] as const) {
      await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
      await translate(page, translatedText);
      const shown = page.getByTestId('translation').getByText(translatedText.trim(), { exact: true });
      await shown.waitFor();
      expect(await shown.evaluate((text) => getComputedStyle(text).fontSize)).toMatch(size);
    }
  });

  test('toasts lie on layer 100, and are at most 420 px wide', async () => {
    const style = await page
      .getByRole('region', { name: /Notices/ })
      .locator('ol')
      .evaluate((list) => [getComputedStyle(list).zIndex, list.getBoundingClientRect().width]);
    expect(style).toEqual(['100', 420]);
  });

  test('the list of languages opens above a modal dialog, beside its button, and Escape closes only the list', async () => {
    await page.evaluate(() => {
      const card = document.querySelector('section:has([data-code])');
      const dialog = document.createElement('dialog');
      card?.before(dialog);
      if (card) dialog.append(card);
      dialog.showModal();
    });
    const to = page.getByRole('button', { name: /^To/ });
    await to.click();
    const list = page.locator('.picker');
    await list.waitFor();
    const isOnTop = await list.evaluate((picker) => {
      const { left, top, width } = picker.getBoundingClientRect();
      return picker.contains(document.elementFromPoint(left + width / 2, top + 30));
    });
    expect(isOnTop).toBe(true);
    const [button, shown] = [await to.boundingBox(), await list.boundingBox()];
    expect(Math.abs((button?.x ?? 0) - (shown?.x ?? 0))).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    const isOpen = await page.evaluate(() => {
      const dialog = document.querySelector<HTMLDialogElement>('dialog:has([data-code])');
      const was = dialog?.open;
      dialog?.close();
      dialog?.replaceWith(...dialog.childNodes);
      return was;
    });
    expect(isOpen).toBe(true);
  });
});

describe('on a phone', () => {
  let page: Page;
  const phone = { width: 390, height: 844 };

  beforeAll(async () => {
    const context = await newGuest(browser(), { viewport: phone, hasTouch: true, isMobile: true });
    // A user without data on the server.
    await context.addCookies([{ name: 'parley_signed_in', value: '1', url }]);
    for (const [path, json] of Object.entries({
      'auth/user': {
        id: '1',
        email: 'ada@parley.example',
        firstName: 'Ada',
        lastName: 'Lovelace',
        groups: [],
        seesDashboards: true,
      },
      'subscription-status': { subscriptionStatus: 'free', isPremium: false, translationsUsed: 0 },
      translations: { translations: [], cursor: null },
      translate: { translatedText: 'la casa' },
    }))
      await context.route(`**/api/${path}`, (route) => route.fulfill({ json }));
    page = await context.newPage();
    await page.goto(url);
    await page.getByRole('region', { name: 'Your data' }).waitFor();
  });

  beforeEach(async () => {
    await page.unrouteAll();
    await page.setViewportSize(phone);
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
    await page.evaluate(setTextSize, '');
  });

  test('the list opens at the chosen language without a keyboard, and keeps its place during a search', async () => {
    const { grid, field } = await openList();
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
    const away = await grid.evaluate((element) => {
      const middle = (of: Element | null) => {
        const { top = Number.NaN, height = 0 } = of?.getBoundingClientRect() ?? {};
        return top + height / 2;
      };
      return Math.abs(middle(element.querySelector('[aria-selected="true"]')) - middle(element));
    });
    expect(away).toBeLessThan(100);
    await settled(page);
    const sheet = page.locator('.picker');
    const before = await sheet.boundingBox();
    await field.fill('port bras');
    await expect.poll(() => grid.getByRole('row').count()).toBe(1);
    expect(await sheet.boundingBox()).toEqual(before);
    expect(await violationsInBothSchemes(page, '.picker')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await grid.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
    await page.keyboard.press('Escape');
  });

  test('a pin is large enough for a finger, and tapping it moves nothing', async () => {
    const { grid } = await openList();
    await settled(page);
    const pin = grid.getByRole('button', { name: 'Pin Spanish', exact: true }).last();
    const before = await pin.boundingBox();
    expect(Math.min(before?.width ?? 0, before?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await pin.tap();
    await grid.getByRole('rowgroup', { name: 'Pinned' }).waitFor();
    expect(await pin.getAttribute('aria-pressed')).toBe('true');
    expect(Math.abs(((await pin.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await pin.tap();
    await expect.poll(() => pin.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Escape');
  });

  test('typed text has the direction of its script, each paragraph its own', async () => {
    const look = () =>
      textArea(page).evaluate((area) => {
        const { direction, textAlign, unicodeBidi } = getComputedStyle(area);
        return { direction, textAlign, unicodeBidi };
      });
    await textArea(page).fill('أين محطة القطار؟ Gate 12');
    expect(await look()).toEqual({ direction: 'rtl', textAlign: 'start', unicodeBidi: 'plaintext' });
    await textArea(page).fill('Ali says: أين');
    expect(await look()).toMatchObject({ direction: 'ltr', textAlign: 'start' });
    await textArea(page).fill('');
    expect(await look()).toMatchObject({ direction: 'ltr' });
  });

  test('on a low screen with motion a translation comes into view, and a dismissed toast goes', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 360, height: 480 });
    await textArea(page).fill('the house\n'.repeat(6));
    await page.getByRole('button', { name: 'Translate Text' }).tap();
    const translation = page.getByTestId('translation');
    await translation.waitFor();
    const record = page.getByRole('button', { name: 'Start recording' });
    await expect
      .poll(
        async () => ((await translation.boundingBox())?.y ?? 480) < ((await record.boundingBox())?.y ?? 0),
      )
      .toBe(true);
    await page.getByRole('button', { name: 'Clear translation' }).tap();
    await page.getByRole('button', { name: 'Undo' }).tap();
    const dismiss = toast(page, 'Undone').getByRole('button', { name: 'Dismiss' });
    // No toast closes by timeout while it has the focus.
    await dismiss.focus();
    await dismiss.tap();
    await dismiss.waitFor({ state: 'detached' });
  });

  test('text at 200 % fits, beside a notice and in the account menu', async () => {
    await page.route('**/api/translate', (route) => route.fulfill({ status: 502, body: 'no' }));
    await translate(page, 'the house');
    // The card's notice follows the toast.
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await dismiss.press('Enter');
    await dismiss.waitFor({ state: 'detached' });
    await page.evaluate(setTextSize, '200%');
    await settled(page);
    expect(await page.evaluate(overflow)).toBe(0);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      expect(await page.evaluate(findOverflowing)).toEqual([]);
    }
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Account menu' }).press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await settled(page);
    const box = await menu.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true);
    const hidden = await menu.getByRole('menuitem').evaluateAll((items) =>
      items.filter((item) => {
        item.scrollIntoView({ block: 'nearest' });
        const { x, y, width, height } = item.getBoundingClientRect();
        const isCovered = !item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        return isCovered || item.scrollWidth > item.clientWidth;
      }),
    );
    expect(hidden).toHaveLength(0);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  test('in forced colours buttons have a border, disabled ones differ, and a toggle shows its state', async () => {
    await textArea(page).fill('');
    await page.emulateMedia({ forcedColors: 'active' });
    const styleOf = (name: string, property: 'borderTopStyle' | 'color') =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button, property) => getComputedStyle(button)[property], property);
    for (const name of ['Start recording', 'Swap languages'])
      expect(await styleOf(name, 'borderTopStyle'), name).toBe('solid');
    expect(await styleOf('Swap languages', 'color')).not.toBe(await styleOf('Translate Text', 'color'));
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const toggle = page.getByRole('switch', { name: 'Auto-play' });
    const drawn = async () => {
      await settled(page);
      return toggle.evaluate(
        (input) => getComputedStyle(input.nextElementSibling as Element).backgroundColor,
      );
    };
    const on = await drawn();
    await toggle.uncheck();
    expect(await drawn()).not.toBe(on);
    await toggle.check();
  });

  test('on a phone in landscape nothing is under the camera', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 59 } });
    await page.setViewportSize({ width: phone.height, height: phone.width });
    await settled(page);
    const { left, right } = await page.locator('main').evaluate((main) => main.getBoundingClientRect());
    expect([left >= 47, right <= phone.height - 59]).toEqual([true, true]);
    expect(await page.evaluate(overflow)).toBe(0);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  });

  async function openList(): Promise<{ grid: Locator; field: Locator }> {
    await page.getByRole('button', { name: /^To/ }).tap();
    const grid = page.getByRole('grid');
    await grid.waitFor();
    return { grid, field: page.getByRole('combobox', { name: 'Search languages' }) };
  }
});

function textArea(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Type your text' });
}

async function translate(page: Page, text: string): Promise<void> {
  await textArea(page).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
}
