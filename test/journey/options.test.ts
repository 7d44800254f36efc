import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { phrases } from '../../shared/phrases.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { violations } from '../support/browser/axe.ts';
import { goTo, guestsInTurn, launchBrowser, settled } from '../support/browser/browser.ts';
import { type Asked, amazonTranslate } from '../support/parley/amazon-translate.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { startStandIns } from '../support/parley/stand-ins.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';

const { handler, asked } = amazonTranslate();
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
};
let standIns: Awaited<ReturnType<typeof startStandIns>>;
let parley: RunningParley;
let browser: Browser;
let nextGuest: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  standIns = await startStandIns({ translate: handler });
  const env = { ...standIns.environment, AUDIO_BUCKET: 'audio' };
  [parley, browser] = await Promise.all([
    startParley({ flags: ['--data', 'memory', '--engines', 'aws'], env }),
    launchBrowser(),
  ]);
  nextGuest = guestsInTurn(browser, parley.url);
});
afterAll(async () => {
  try {
    await Promise.all([browser.close(), parley.stop()]);
  } finally {
    await standIns.stop();
  }
});
beforeEach(() => void asked.splice(0));

/** What people have asked for: the page asks for its quick phrases by itself. */
function own(): readonly Asked[] {
  return asked.filter(({ Text }) => !phrases.some(({ text }) => text === Text));
}

async function open(options: BrowserContextOptions = {}, target = 'es-ES', url = parley.url) {
  const context = await nextGuest(options);
  const page = await context.newPage();
  const kept = JSON.stringify({ ...defaultSettings, autoPlay: false, defaultTargetLang: target });
  await page.addInitScript((settings) => {
    if (!localStorage.getItem('parley.settings')) localStorage.setItem('parley.settings', settings);
  }, kept);
  return { page, problems: await goTo(page, url) };
}

async function translate(page: Page, text: string, expected: string) {
  await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText(expected, { exact: true }).waitFor();
}

async function detect(page: Page) {
  await page.getByRole('button', { name: 'From' }).click();
  await page.getByText('Of what you type').click();
}

test('a style is chosen, kept and shown; what stands is translated again only when it is asked for', async () => {
  const { page, problems } = await open({ viewport: { width: 1280, height: 900 } }, 'de');
  await translate(page, 'Are you sure?', 'Sind Sie sicher?');
  await page.getByRole('button', { name: 'Style', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Style of translations' });
  await dialog.getByRole('radio', { name: 'Informal', exact: true }).check();
  await dialog.getByRole('switch', { name: 'Mask swear words' }).check();
  await dialog.getByText('Translating again uses one of your 2 translations.').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(own()).toHaveLength(1);

  await dialog.getByRole('button', { name: 'Translate again' }).click();
  await page.getByTestId('translation').getByText('Bist du sicher?').waitFor();
  expect(own()[1]).toMatchObject({ Settings: { Formality: 'INFORMAL', Profanity: 'MASK' } });

  await page.reload();
  const button = page.getByRole('button', { name: 'Style: informal, swear words masked' });
  await button.click();
  expect(await dialog.getByRole('button', { name: 'Translate again' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  // Swedish has no forms of address that could be asked for.
  await page.locator('[data-code="de"]').click();
  await page.getByText('Svenska', { exact: true }).click();
  await page.getByRole('button', { name: 'Style: swear words masked' }).waitFor();
  await translate(page, 'Good evening', 'Good evening (sv)');
  expect(own()[2]?.Settings).toEqual({ Profanity: 'MASK' });
  expect(problems).toEqual([]);
});

test('on a phone, a language is found out, told and kept, and the meaning is checked where that is asked for', async () => {
  const { page, problems } = await open(phone);
  await detect(page);
  await page.getByText('Type in any language. Speaking stays in English.').waitFor();
  await translate(page, 'Wo ist der Bahnhof?', '¿Dónde está la estación?');
  await page.getByText('German, detected.').waitFor();

  const check = page.getByRole('button', { name: 'Check the meaning' });
  await page.getByText('Checking uses one of your 2 translations.').waitFor();
  expect(own()).toHaveLength(1);
  await check.click();
  const meaning = page.getByTestId('meaning');
  await meaning.getByText('Wo ist die Station?').waitFor();
  expect(await meaning.getAttribute('lang')).toBe('de');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByText('1 of 3').first().waitFor();

  // What is known need not be asked for again.
  await page.getByRole('button', { name: 'Hide the meaning' }).press('Enter');
  await page.getByRole('button', { name: 'Show the meaning' }).press('Enter');
  await meaning.waitFor();
  expect(own()).toHaveLength(2);

  await page.getByRole('button', { name: 'Keep German' }).click();
  await page.getByRole('button', { name: 'From' }).getByText('Deutsch', { exact: true }).waitFor();
  expect(await meaning.count()).toBe(1);
  await page.getByRole('button', { name: 'Clear translation' }).click();
  expect(await meaning.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a check can be given up, says what went wrong, and with nothing left leads to the way on', async () => {
  const { page } = await open();
  await translate(page, 'Good day', 'Good day (es)');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/translate', async (route) => {
    await held.promise;
    const body = {
      error: 'The translation failed. Nothing was charged. Please try again.',
      code: 'provider_failed',
    };
    await route.fulfill({ status: 502, json: body }).catch(() => {});
  });
  await page.getByRole('button', { name: 'Check the meaning' }).click();
  await page.getByText('Translating it back…').waitFor();
  const card = page.getByRole('region', { name: 'Translation', exact: true });
  await card.getByRole('button', { name: 'Cancel' }).click();
  held.resolve();
  await page.getByRole('button', { name: 'Check the meaning' }).click();
  await card.getByText('The translation failed. Nothing was charged. Please try again.').waitFor();
  await page.unroute('**/api/translate');
  await card.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('meaning').waitFor();

  await translate(page, 'Good morning', 'Good morning (es)');
  await page.getByText('Your free translations are used up.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Check the meaning' }).click();
  await page.getByRole('dialog').getByText('Create an account').first().waitFor();
  expect(own()).toHaveLength(3);
});

test('nothing is offered that does not work here, or of which nothing is known', async () => {
  // The engines of one machine have no formal Spanish, and find out languages.
  const { page } = await open({}, 'es-ES', sharedParley.url);
  await detect(page);
  await page.getByText('Type in any language.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: /^Style/ }).count()).toBe(0);

  await page.route('**/api/health', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('button', { name: 'From' }).click();
  await page.getByText('Deutsch', { exact: true }).first().waitFor();
  expect(await page.getByText('Of what you type').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Style/ }).count()).toBe(0);
});
