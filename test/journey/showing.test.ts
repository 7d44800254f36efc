import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { goTo, launchBrowser, looks, settled, toast } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const words = 'Where is the pelican crossing?';
const link = `sl=en&tl=es&text=${encodeURIComponent(words)}`;
const long = 'Quisiéramos una mesa para dos cerca de la ventana esta noche. '.repeat(60).trim();
const silence = path.resolve(import.meta.dirname, '../../web/public/silence.wav');
let browser: Browser;

beforeAll(async () => {
  // The shell gives no other size to what has the full screen.
  browser = await launchBrowser({ isWhole: true });
});
afterAll(() => browser.close());

describe('on a phone', () => {
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  /** What the browser has told anybody: addresses, headers and bodies. */
  const told: { path: string; all: string }[] = [];

  beforeAll(async () => {
    ({ context, page } = await open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    }));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const all = [request.url(), request.postData(), JSON.stringify(request.headers())].join(' ');
      told.push({ path: pathname, all });
    });
    problems = await goTo(page, `${url}/#${link}`);
  });
  afterAll(() => context.close());

  test('a link leads a newcomer to the translator, fills it in, tells nobody, and spends nothing', async () => {
    await isFilledIn(page);
    await page.getByText('3 of 3 free translations').waitFor();
    await button(page, 'More').waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/`);
    expect(told.map(({ path }) => path)).not.toContain('/api/translate');
    expect(told.filter(({ all }) => /pelican/i.test(all))).toEqual([]);
    // Its pair is not the visitor’s own yet.
    const settings = await page.evaluate(() => localStorage.getItem('parley.settings'));
    expect(settings ?? '').not.toContain('"es"');
  });

  test('what was typed since is not overwritten by loading the page anew', async () => {
    await page.getByRole('textbox').fill('the house');
    await page.reload();
    await button(page, 'Show').waitFor();
    expect(await page.getByRole('textbox').inputValue()).not.toContain('pelican');
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });

  test('a translation fills the screen, and the browser’s bars are gone', async () => {
    await translate(page, '¿Dónde está el paso de peatones?');
    await button(page, 'Show').tap();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await settled(page);
    const letters = shown(page).locator('p');
    expect(await letters.getAttribute('lang')).toBe('es');
    expect(await letters.getAttribute('dir')).toBe('ltr');
    await expect.poll(() => fits(page)).toBe(true);
    expect(await sizePx(page)).toBeGreaterThan(70);
    // Upright at first, and what it is of stands beside it.
    expect(await isTurned(page)).toBe(false);
    await view(page).getByText(words).waitFor();
    await expect.poll(() => page.evaluate(() => window.lights)).toBe(1);
  });

  test('a tap says it again, the next one slowly, and one while it is said stops it', async () => {
    // The translation has begun to speak by itself.
    await speaking(page).waitFor();
    const before = (await rates(page)).length;
    const tapUntil = async (name: string) => {
      await shown(page).tap();
      if (name === 'Stop') await speaking(page).waitFor();
      else await view(page).getByRole('button', { name, exact: true }).waitFor();
    };
    for (const next of ['Speak', 'Stop', 'Speak slowly', 'Stop', 'Speak', 'Stop', 'Speak slowly']) {
      await tapUntil(next);
    }
    expect((await rates(page)).slice(before)).toEqual([1, 0.6, 1]);
    await view(page).getByRole('button', { name: 'Speak slowly' }).tap();
    await speaking(page).tap();
    expect((await rates(page)).at(-1)).toBe(0.6);
  });

  test('it is turned round for who sits opposite, by a choice that is kept, and nothing else turns', async () => {
    const turn = view(page).getByRole('button', { name: 'Turn round' });
    const place = await turn.boundingBox();
    await turn.tap();
    await settled(page);
    expect(await isTurned(page)).toBe(true);
    expect(await turn.getAttribute('aria-pressed')).toBe('true');
    expect(await turn.boundingBox()).toEqual(place);
    await expect.poll(() => fits(page)).toBe(true);
  });

  test('on any screen it fits, axe finds nothing, and its buttons can be hit', async () => {
    for await (const look of looks(page, [
      [390, 844],
      [360, 640],
      [844, 390],
    ])) {
      await expect.poll(() => fits(page), { message: look }).toBe(true);
      expect(await violations(page, 'dialog[open]'), look).toEqual([]);
      for (const each of await view(page).getByRole('button').all()) {
        const { height = 0, width = 0, y = 0 } = (await each.boundingBox()) ?? {};
        expect(Math.min(height, width), look).toBeGreaterThanOrEqual(44);
        expect(y + height, look).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
  });

  test('leaving the browser’s full screen closes it, as the way back does, and the focus is where it was', async () => {
    await page.evaluate(() => document.exitFullscreen());
    await view(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => window.lights)).toBe(0);
    await expect.poll(() => focused(page)).toBe('Show');
    expect(problems).toEqual([]);
  });

  test('a long word is broken before it makes all letters small, and CJK and long texts have theirs', async () => {
    await showing(page, 'Geschwindigkeitsbegrenzungsschilderwald', async () => {
      expect(await isTurned(page)).toBe(true);
      await expect.poll(() => fits(page)).toBe(true);
      expect(await sizePx(page)).toBeGreaterThanOrEqual(40);
    });
    await showing(page, '请问火车站在哪里？', async () => {
      await expect.poll(() => fits(page)).toBe(true);
      expect(await sizePx(page)).toBeGreaterThan(90);
    });
    await showing(page, long, async () => {
      expect(await sizePx(page)).toBe(28);
      expect(await fits(page)).toBe(false);
      expect(await violations(page, 'dialog[open]')).toEqual([]);
    });
  });

  test('the words of a text go nowhere but into its translation', async () => {
    await button(page, 'More').tap();
    await page.getByRole('menuitem', { name: 'Share' }).tap();
    await expect.poll(() => page.evaluate(() => window.shared.length)).toBe(1);
    expect(await page.evaluate(() => window.shared[0])).toEqual({
      title: 'Parley',
      text: long,
      url: `${url}/speech-translator#sl=en-US&tl=es&text=${words.replaceAll(' ', '+').replace('?', '%3F')}`,
    });
    const telling = told.filter(({ all }) => /pelican/i.test(decodeURIComponent(all)));
    expect(telling.length).toBeGreaterThan(0);
    expect(new Set(telling.map(({ path }) => path))).toEqual(new Set(['/api/translate']));
  });

  test('a share that is given up is no failure, and any other is told', async () => {
    const share = async (name: string) => {
      await page.evaluate((name) => {
        navigator.share = () => Promise.reject(new DOMException('', name));
      }, name);
      await button(page, 'More').tap();
      await page.getByRole('menuitem', { name: 'Share' }).tap();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    await share('AbortError');
    expect(await toast(page, 'Share Failed').count()).toBe(0);
    await share('NotAllowedError');
    await toast(page, 'Share Failed').getByText('Copy the link instead.').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('on a desktop', () => {
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    ({ context, page } = await open({
      viewport: { width: 1280, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    }));
    // Premium, whose voice is the server's: it sounds until it is stopped.
    await page.route('**/api/subscription-status', (route) =>
      route.fulfill({ json: { subscriptionStatus: 'active', isPremium: true, isGuest: false } }),
    );
    await page.route('**/api/speak', (route) => route.fulfill({ path: silence }));
    problems = await goTo(page, `${url}/`);
    await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  });
  afterAll(() => context.close());

  test('a link that is opened where the landing page is leads to the translator', async () => {
    await page.evaluate((link) => {
      location.hash = link;
    }, link);
    await isFilledIn(page);
    await expect.poll(() => page.url()).toBe(`${url}/`);
  });

  test('a link that is opened in the translator takes the place of what is there', async () => {
    await translate(page, 'casa');
    await page.evaluate(() => {
      location.hash = 'sl=fr-FR&tl=pt_BR&text=bonjour%';
    });
    await page.getByRole('button', { name: /^From.*Français/ }).waitFor();
    await page.getByRole('button', { name: /^To.*Brasil/ }).waitFor();
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('bonjour%');
    expect(await page.getByTestId('translation').count()).toBe(0);
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });

  test('by the keyboard a long text is shown, read, turned and closed, without the browser’s full screen', async () => {
    await translate(page, long);
    await button(page, 'Show').press('Enter');
    await view(page).waitFor();
    await settled(page);
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
    expect(await isTurned(page)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await shown(page).evaluate((element) => element === document.activeElement)).toBe(true);
    const top = () => shown(page).evaluate(({ scrollTop }) => scrollTop);
    await page.keyboard.press('End');
    await expect.poll(top).toBeGreaterThan(0);
    expect(await violations(page, 'dialog[open]')).toEqual([]);
    await view(page).getByRole('button', { name: 'Turn round' }).press('Enter');
    await expect.poll(() => isTurned(page)).toBe(true);
    await view(page).getByRole('button', { name: 'Turn round' }).press('Enter');
    await page.keyboard.press('Escape');
    await view(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Show');
  });

  test('the server’s voice is slower in every other tap as well', async () => {
    await button(page, 'Show').click();
    const speak = (name: string) => view(page).getByRole('button', { name, exact: true });
    // The translation has begun to speak by itself.
    await speaking(page).click();
    const before = (await rates(page)).length;
    for (const [name, heard] of [
      ['Speak', [1]],
      ['Speak slowly', [1, 0.6]],
    ] as const) {
      await speak(name).click();
      await expect.poll(async () => (await rates(page)).slice(before)).toEqual(heard);
      await speak('Stop').click();
    }
    await view(page).getByRole('button', { name: 'Close' }).click();
  });

  test('Copy link copies a link that brings the text back', async () => {
    await button(page, 'More').press('Enter');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    expect(await violations(page, '[role="menu"]')).toEqual([]);
    await expect.poll(() => focused(page)).toBe('Share');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Copy link');
    await page.keyboard.press('Enter');
    await toast(page, 'Copied!').getByText('Link copied to clipboard').waitFor();
    await expect.poll(() => focused(page)).toBe('More');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${url}/speech-translator#sl=fr&tl=pt-BR&text=bonjour%25`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await toast(page, 'Copy Failed').waitFor();
    await page.goto(copied);
    await page.getByRole('button', { name: /^From.*Français/ }).waitFor();
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('bonjour%');
    expect(problems).toEqual([]);
  });
});

/** A newcomer's page, with voices that speak until they are stopped, a screen that counts who keeps it awake, and a share. */
async function open(options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(window, { rates: [], shared: [], lights: 0 });
    speechSynthesis.getVoices = () => [
      { lang: 'es-ES', localService: true, name: 'Lucia', voiceURI: 'Lucia', default: true },
    ];
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set: () => {} });
    speechSynthesis.speak = (utterance) => {
      window.rates.push(Math.round(utterance.rate * 100) / 100);
      utterance.onstart?.({} as SpeechSynthesisEvent);
    };
    HTMLMediaElement.prototype.play = function play() {
      window.rates.push(this.playbackRate);
      return Promise.resolve();
    };
    navigator.wakeLock.request = async () => {
      window.lights += 1;
      const release = async () => {
        window.lights -= 1;
      };
      return { release } as WakeLockSentinel;
    };
    navigator.share = async (data) => {
      window.shared.push(data);
    };
  });
  return { context, page };
}

declare global {
  interface Window {
    /** Of whatever was spoken. */
    rates: number[];
    shared: (ShareData | undefined)[];
    /** How many keep the screen awake. */
    lights: number;
  }
}

async function isFilledIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^From.*English/ }).waitFor();
  await page.getByRole('button', { name: /^To.*Español/ }).waitFor();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe(words);
}

/** Has what stands in the text area translated; on a page without one, the link's words. */
async function translate(page: Page, translatedText: string): Promise<void> {
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
  const field = page.getByRole('textbox');
  if ((await field.inputValue()) === '') await field.fill(words);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText(translatedText).waitFor();
}

async function showing(page: Page, text: string, look: () => Promise<void>): Promise<void> {
  await translate(page, text);
  await button(page, 'Show').tap();
  await view(page).waitFor();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await settled(page);
  await look();
  await view(page).getByRole('button', { name: 'Close' }).tap();
  await view(page).waitFor({ state: 'detached' });
  // What ends late would end the next one.
  await page.waitForFunction(() => document.fullscreenElement === null);
}

/** A button of the translation's card. */
function button(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Translation', exact: true })
    .getByRole('button', { name, exact: true });
}

function view(page: Page): Locator {
  return page.getByRole('dialog', { name: /to be shown$/ });
}

/** The button that stops what is really heard, as opposed to what is still being prepared. */
function speaking(page: Page): Locator {
  return view(page)
    .getByRole('button', { name: 'Stop', exact: true })
    .and(page.locator('[data-state="speaking"]'));
}

function shown(page: Page): Locator {
  return page.getByTestId('shown');
}

/** Nothing of it is outside its place, and it could not be a twentieth larger. */
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
  return shown(page).evaluate((place) => getComputedStyle(place).rotate === '180deg');
}

function rates(page: Page): Promise<number[]> {
  return page.evaluate(() => window.rates);
}

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}
