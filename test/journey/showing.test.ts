import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { violations, violationsInBothSchemes } from '../support/browser/axe.ts';
import { goTo, settled } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { focused } from '../support/browser/keys.ts';
import { unreachable } from '../support/browser/layout.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { variants } from '../support/variants.ts';

const url = sharedParley.url;
const words = 'Where is the pelican crossing?';
const link = `sl=en-US&tl=es&text=${encodeURIComponent(words)}`;
const long = 'Quisiéramos una mesa para dos cerca de la ventana esta noche. '.repeat(60).trim();
const browser = browserOfTests();

test('on a phone a linked text fills the screen, and is sent only for translation', async () => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const told: { path: string; all: string }[] = [];
  page.on('request', (request) => {
    const all = [request.url(), request.postData(), JSON.stringify(request.headers())].join(' ');
    told.push({ path: new URL(request.url()).pathname, all });
  });
  const problems = await goTo(page, `${url}/#${link}`);
  await isFilledIn(page);
  await page.getByRole('button', { name: 'Translate Text' }).waitFor();
  await page.getByText('3 of 3 free translations').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}/`);
  expect(told.filter(({ path, all }) => path === '/api/translate' || /pelican/i.test(all))).toEqual([]);

  await translate(page, '¿Dónde está el paso de peatones?');
  await button(page, 'Show').tap();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await settled(page);
  await expect.poll(() => fits(page)).toBe(true);
  expect(await sizePx(page)).toBeGreaterThan(70);
  expect(await isTurned(page)).toBe(false);
  // The word that is spoken automatically is highlighted here and in the card.
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String)))
    .toEqual(['Dónde', 'Dónde']);
  expect(await violationsInBothSchemes(page, 'dialog[open]')).toEqual([]);
  // Flipping the text does not move the controls.
  const turn = view(page).getByRole('button', { name: 'Flip' });
  const place = await turn.boundingBox();
  await turn.tap();
  await settled(page);
  expect(await isTurned(page)).toBe(true);
  expect(await turn.boundingBox()).toEqual(place);
  await expect.poll(() => fits(page)).toBe(true);

  // Leaving the browser's full screen closes it, as Back does.
  await page.evaluate(() => document.exitFullscreen());
  await view(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Show');
  const telling = told.filter(({ all }) => /pelican/i.test(decodeURIComponent(all)));
  expect(new Set(telling.map(({ path }) => path))).toEqual(new Set(['/api/translate']));

  // A long word is broken before it makes all letters small, and a long text scrolls.
  for (const [text, isWhole, least, most, width, height] of [
    ['Geschwindigkeitsbegrenzungsschilderwald', true, 40, 80, 360, 640],
    [long, false, 28, 28, 844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await translate(page, text);
    await button(page, 'Show').tap();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await settled(page);
    await expect.poll(() => fits(page), { message: text }).toBe(isWhole);
    expect(await sizePx(page)).toBeGreaterThanOrEqual(least);
    expect(await sizePx(page)).toBeLessThanOrEqual(most);
    for (const each of await view(page).getByRole('button').all()) {
      const box = (await each.boundingBox()) ?? { height: 0, width: 0, y: 0 };
      expect(Math.min(box.height, box.width)).toBeGreaterThanOrEqual(44);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    await view(page).getByRole('button', { name: 'Close' }).tap();
    await view(page).waitFor({ state: 'detached' });
    // A late end would close the next one.
    await page.waitForFunction(() => document.fullscreenElement === null);
  }
  expect(problems).toEqual([]);
});

test('on a desktop a long text is shown and scrolled by keyboard, and its link restores it', async () => {
  const page = await open({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const problems = await goTo(page, `${url}/`);
  await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  // A link on the landing page's address leads to the translator.
  await page.evaluate((link) => {
    location.hash = link;
  }, link);
  await isFilledIn(page);
  await expect.poll(() => page.url()).toBe(`${url}/`);
  await translate(page, long);
  await button(page, 'Show').press('Enter');
  await view(page).waitFor();
  await settled(page);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  await page.keyboard.press('Tab');
  expect(await shown(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => shown(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  expect(await violations(page, 'dialog[open]')).toEqual([]);

  // The first Escape ends the speech.
  await page.keyboard.press('Escape');
  await view(page).getByRole('button', { name: 'Speak' }).waitFor();
  await page.keyboard.press('Escape');
  await view(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Show');

  // Back closes it too, here and where the browser has no close watcher.
  await page.keyboard.press('Enter');
  await view(page).waitFor();
  await page.goBack();
  await view(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Show');
  expect(page.url()).toBe(`${url}/`);

  await button(page, 'More').press('Enter');
  expect(await violations(page, '[role="menu"]')).toEqual([]);
  await expect.poll(() => focused(page)).toBe('Share');
  await page.keyboard.press('End');
  await expect.poll(() => focused(page)).toBe('Copy link');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('More');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`${url}/speech-translator#sl=en-US&tl=es&text=`);
  await page.getByRole('textbox').fill('the house');
  await page.goto(await copied());
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe(words);
  expect(problems).toEqual([]);
});

test.for(
  variants([
    ['a phone', 390, 844],
    ['a phone on its side', 844, 390],
    ['400 % zoom', 320, 256],
  ] as const),
)(
  'on %s a translation is handed over and answered, and the page is where it was',
  async ([, width, height]) => {
    const page = await open({ viewport: { width, height } });
    await page.addInitScript(() => sessionStorage.setItem('parley.entered', '1'));
    await giveRecogniser(page);
    await goTo(page, url);
    await page.getByRole('region', { name: 'Your data' }).waitFor();
    await page.getByRole('textbox').fill('the house is big');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('la casa es grande').waitFor();
    const show = page
      .getByRole('region', { name: 'Translation', exact: true })
      .getByRole('button', { name: 'Show' });
    await show.focus();
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Toque y hable' }).waitFor();
    await settled(page);
    expect(await page.evaluate(unreachable, 'dialog')).toEqual([]);
    expect(await violations(page, 'dialog[open]')).toEqual([]);
    await page.route('**/api/translate', (route) =>
      route.fulfill({ json: { translatedText: 'good night' } }),
    );
    await dialog.getByRole('button', { name: 'Toque y hable' }).click();
    await recogniserOf(page).listening();
    await recogniserOf(page).heard('buenas noches');
    await dialog.getByTestId('shown').getByText('good night').waitFor();
    await dialog.getByRole('button', { name: 'Tap and speak' }).waitFor();
    // Escape would first end the speech.
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Show');
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    expect(await page.getByRole('textbox').inputValue()).toBe('the house is big');
  },
);

/** A first visit, with a voice that speaks until it is stopped, and a device that shares. */
async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser().newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    speechSynthesis.getVoices = () => [
      { lang: 'es-ES', localService: true, name: 'Lucia', voiceURI: 'Lucia', default: true },
    ];
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set: () => {} });
    speechSynthesis.speak = (utterance) => {
      utterance.onstart?.({} as SpeechSynthesisEvent);
      const word = { name: 'word', charIndex: 1, charLength: 5 } as SpeechSynthesisEvent;
      utterance.onboundary?.(word);
    };
    navigator.share = async () => {};
  });
  return page;
}

async function isFilledIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^From.*English/ }).waitFor();
  await page.getByRole('button', { name: /^To.*Spanish/ }).waitFor();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe(words);
}

/** Translates the text area's text to this one. */
async function translate(page: Page, translatedText: string): Promise<void> {
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText(translatedText).waitFor();
}

/** A button of the translation's card. */
function button(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Translation', exact: true })
    .getByRole('button', { name, exact: true });
}

function view(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Translation in / });
}

function shown(page: Page): Locator {
  return page.getByTestId('shown');
}

/** The text fits, and would not at 105 % of its size. */
function fits(page: Page): Promise<boolean> {
  return shown(page).evaluate((place) => {
    const letters = place.firstElementChild as HTMLElement;
    const hasRoom = () =>
      place.scrollHeight <= place.clientHeight && letters.scrollWidth <= letters.clientWidth;
    const isSeen = hasRoom();
    const { fontSize } = letters.style;
    letters.style.fontSize = `${Number.parseFloat(fontSize) * 1.05}px`;
    const isLargest = !hasRoom() || letters.style.overflowWrap === 'anywhere';
    letters.style.fontSize = fontSize;
    return isSeen && isLargest;
  });
}

function sizePx(page: Page): Promise<number> {
  return shown(page)
    .locator('p')
    .evaluate((letters) => Number.parseFloat(getComputedStyle(letters).fontSize));
}

function isTurned(page: Page): Promise<boolean> {
  return shown(page).evaluate(({ parentElement }) => {
    return parentElement !== null && getComputedStyle(parentElement).rotate === '180deg';
  });
}
