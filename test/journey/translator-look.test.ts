import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { goTo, launchBrowser, looks, newGuest, settled, toast } from '../support/browser/browser.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const phone = [390, 844] as const;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const context = await newGuest(browser, { viewport: { width: phone[0], height: phone[1] } });
  // Somebody with an account, of whom the server knows nothing.
  await context.addCookies([{ name: 'parley_signed_in', value: '1', url }]);
  const user = { id: '1', email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace', groups: [] };
  await context.route('**/api/auth/user', (route) => route.fulfill({ json: user }));
  const status = { subscriptionStatus: 'free', isPremium: false, translationsUsed: 0 };
  await context.route('**/api/subscription-status', (route) => route.fulfill({ json: status }));
  await context.route('**/api/translations', (route) =>
    route.fulfill({ json: { translations: [], cursor: null } }),
  );
  await giveRecogniser(context);
  page = await context.newPage();
  await goTo(page, url);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
});
afterAll(() => browser.close());

test('axe finds nothing while one is listened to, nor while a translation is awaited, fails, and is there', async () => {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const recogniser = recogniserOf(page);
  await recogniser.listening();
  await lookAt('listening', conversation);
  // Anew: nobody is listened to for as long as looking may take.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recogniser.listening();

  const [first, second] = [0, 1].map(() => Promise.withResolvers<{ status: number; json: object }>());
  await page.route('**/api/translate', async (route) => route.fulfill(await second?.promise));
  await page.route('**/api/translate', async (route) => route.fulfill(await first?.promise), { times: 1 });
  const asked = page.waitForRequest('**/api/translate');
  await recogniser.heard('where is the train station', 0.3);
  await asked;
  await page.getByText('Not heard clearly. Check the words.').waitFor();
  await lookAt('pending', conversation);
  first?.resolve({ status: 502, json: { error: 'The translator did not answer.', code: 'provider_failed' } });
  await toast(page, 'Translation Error').waitFor();
  await lookAt('failed', `${conversation}, .toast`);
  await page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Translating...' }).waitFor();
  second?.resolve({ status: 200, json: { translatedText: '¿Dónde está la estación de tren?' } });
  await page.getByTestId('translation').waitFor();
  await lookAt('translated', conversation);
});

describe('the list of languages', () => {
  const list = () => page.getByRole('grid');
  const field = () => page.getByRole('combobox', { name: 'Search languages' });
  const names = () => list().getByRole('row').locator('[lang] + span').allInnerTexts();

  test('opens with what is chosen in its middle, and no keyboard over it', async () => {
    await page.getByRole('button', { name: /^To/ }).click();
    await list().waitFor();
    expect(await list().evaluate((element) => element === document.activeElement)).toBe(true);
    const away = await list().evaluate((element) => {
      const middle = (of: Element | null) => {
        const { top = Number.NaN, height = 0 } = of?.getBoundingClientRect() ?? {};
        return top + height / 2;
      };
      return Math.abs(middle(element.querySelector('[aria-selected="true"]')) - middle(element));
    });
    expect(away).toBeLessThan(100);
  });

  test('shows those whose own or English name has the words, and stays where it is', async () => {
    const sheet = page.locator('.picker');
    await settled(page);
    const before = await sheet.boundingBox();
    await field().fill(' ITALIAN');
    await expect.poll(names).toEqual([expect.stringMatching(/^Italian/)]);
    await field().fill('francais');
    await expect
      .poll(names)
      .toEqual([expect.stringMatching(/^French\b/), expect.stringMatching(/^French \(Canada\)/)]);
    expect(await sheet.boundingBox()).toEqual(before);
    await field().fill('klingon');
    await page.getByRole('status').getByText('No language has this name.').waitFor();
    await field().press('Enter');
    expect(await list().count()).toBe(1);
    await lookAt('nothing found', '.picker');
  });

  test('is searched and picked from by the keyboard alone', async () => {
    await field().press('Escape');
    await list().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^To/ }).press('Enter');
    await list().press('Shift+Tab');
    await page.keyboard.type('port');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[role="row"][data-active]').innerText()).toMatch(/Brazil/);
    expect(await field().getAttribute('aria-activedescendant')).toBe(
      await page.locator('[role="row"][data-active] > [role="gridcell"]').first().getAttribute('id'),
    );
    await lookAt('searched', '.picker');
    await page.keyboard.press('Enter');
    await list().waitFor({ state: 'detached' });
    const chosen = page.getByRole('button', { name: /^To/ });
    expect(await chosen.getAttribute('data-code')).toBe('pt-BR');
    expect(await chosen.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test('the account menu is whole in text of twice the size', async () => {
  await setTextSize('200%');
  await page.getByRole('button', { name: 'Account menu' }).press('Enter');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  await settled(page);
  const box = await menu.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= phone[0]).toBe(true);
  const cut = await menu
    .getByRole('menuitem')
    .evaluateAll((items) =>
      items.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent),
    );
  expect(cut).toEqual([]);
  await page.keyboard.press('Escape');
  await setTextSize('');
});

test('in the reader’s own few colours buttons have an edge, do or do not look disabled, and a toggle shows what it is', async () => {
  await page.getByRole('button', { name: 'Clear text' }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const name of ['Start recording', 'Swap languages']) {
    const edge = await page
      .getByRole('button', { name })
      .evaluate((button) => getComputedStyle(button).borderTopStyle);
    expect(edge, name).toBe('solid');
  }
  const [enabled, disabled] = ['Swap languages', 'Translate Text'].map((name) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color),
  );
  expect(await enabled).not.toBe(await disabled);
  const toggle = page.getByRole('switch', { name: 'Auto-play' });
  const drawn = () =>
    toggle.evaluate((input) => getComputedStyle(input.nextElementSibling as Element).backgroundColor);
  await settled(page);
  const on = await drawn();
  await toggle.uncheck();
  await settled(page);
  expect(await drawn()).not.toBe(on);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('on a phone on its side nothing lies under the camera', async () => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 59 } });
  await page.setViewportSize({ width: phone[1], height: phone[0] });
  await settled(page);
  const { left, right } = await page.locator('main').evaluate((main) => main.getBoundingClientRect());
  expect([left >= 47, right <= phone[1] - 59]).toEqual([true, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

const conversation = '[aria-labelledby="card-speech-input"], [aria-labelledby="card-translation"]';

async function lookAt(state: string, part: string): Promise<void> {
  for await (const look of looks(page, [phone])) {
    expect(await violations(page, part), `${state}, ${look}`).toEqual([]);
  }
}

function setTextSize(size: string): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);
}
