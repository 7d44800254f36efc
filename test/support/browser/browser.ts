import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright';
import type { Person } from '../people/session.ts';
import { guard } from './guard.ts';

/**
 * A headless Chromium whose microphone plays a recording once: the shell of it, where there is one. Its pages are
 * watched (`guard.ts`).
 *
 * @param options `microphone` is a WAV file; without it the microphone is silent. `isWhole` is for what the shell does
 *   not do as browsers do. `bringsPagesBack` keeps pages that were left as they were, for the way back, which
 *   Playwright's own browsers do not
 */
export async function launchBrowser(
  options: { microphone?: string; isWhole?: boolean; bringsPagesBack?: boolean } = {},
): Promise<Browser> {
  // Chromium takes a missing file for silence, which would make a test fail for the wrong reason.
  if (options.microphone) accessSync(options.microphone, constants.R_OK);
  const needsWhole = options.isWhole || options.bringsPagesBack;
  const browser = await chromium.launch({
    executablePath: (!needsWhole && findOnPath(['chromium-headless-shell'])) || findChromium(),
    ignoreDefaultArgs: options.bringsPagesBack ? ['--disable-back-forward-cache'] : [],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // Pages of one site and one context share a process, which Chromium leaves out where somebody drives it.
      '--process-per-site',
      ...(options.microphone ? [`--use-file-for-fake-audio-capture=${options.microphone}%noloop`] : []),
    ],
  });
  guard(browser);
  // What a service worker asks for, no page's routes see; tests that are about one allow it.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (given) => newContext({ serviceWorkers: 'block', ...given });
  return browser;
}

/** Debian's Chromium or Chrome on the PATH, else Playwright's own. */
export function findChromium(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return findOnPath(names) ?? chromium.executablePath();
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** A page that fails its test on any error in the console that the test does not expect. */
export async function openPage(
  context: BrowserContext,
  address: string,
): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  return { page, problems: await goTo(page, address) };
}

/** @returns the errors in the page's console from now on */
export async function goTo(page: Page, address: string): Promise<string[]> {
  page.setDefaultTimeout(50_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  return problems;
}

/**
 * A browser of somebody new who has the landing page behind them: a guest with three translations. They want no motion,
 * unless a test is about it: the processor draws each frame of one, and Playwright waits until it is over.
 */
export async function newGuest(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(() => {
    // A blank page has no storage.
    if (location.protocol === 'http:') sessionStorage.setItem('parley.entered', '1');
  });
  return context;
}

/**
 * A browser that guests use one after the other, and each finds as new: without pages, cookies, permissions, routes and
 * storage of those before. They share the process that shows their pages, whose start is most of what a page costs.
 * Scripts for a page belong into the page: those of the context stay. So does a clock, unless the context is closed.
 *
 * Not for tests that end while a page is on its way to another address: Chromium may never close it.
 *
 * @returns whoever is next; there is a context for each set of options
 */
export function guestsInTurn(
  browser: Browser,
  url: string,
): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  const kept = new Map<string, { context: BrowserContext; keeper: Page }>();
  async function open(key: string, options: BrowserContextOptions) {
    const context = await newGuest(browser, options);
    context.once('close', () => kept.delete(key));
    kept.set(key, { context, keeper: await keepProcess(context, url) });
    return context;
  }
  return async (options = {}) => {
    const key = JSON.stringify(options);
    const earlier = kept.get(key);
    if (!earlier) return open(key, options);
    const { context, keeper } = earlier;
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await context.unrouteAll();
    await context.clearPermissions();
    await context.clearCookies();
    await context.setOffline(false);
    await keeper.evaluate(async () => {
      localStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve));
      }
    });
    return context;
  };
}

/**
 * Keeps the process that shows the site's pages from one page of a browser to the next.
 *
 * @returns the page that stays
 */
async function keepProcess(context: BrowserContext, url: string): Promise<Page> {
  const keeper = await context.newPage();
  // Something of the site that runs nothing.
  await keeper.goto(`${url}/icon.svg`);
  return keeper;
}

/** Waits until it has been recorded for so long. No second of it need ever be seen by itself. */
export async function recordedFor(page: Page, seconds: number, options?: { timeout: number }): Promise<void> {
  await page.waitForFunction(
    (seconds) =>
      Number(document.querySelector<HTMLElement>('[data-elapsed]')?.dataset.elapsed ?? -1) >= seconds,
    seconds,
    // A frame drawn for each look would be work beside the recording.
    { polling: 100, ...options },
  );
}

/** Fills the form that the page shows, and comes back to the site. */
export async function fillSignUp(page: Page): Promise<Person> {
  const person = {
    email: `${randomUUID()}@parley.example`,
    password: 'Correct-horse-7',
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return person;
}

/**
 * Waits until nothing is on its way. A colour half way to another has a contrast that is nobody's choice, and even who
 * wants no motion has a transition of a moment, before which everything still has its old size. What inherits a colour
 * begins when that has ended.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let ending: Animation[];
    do {
      // What a change starts is there with the next frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    } while (ending.length > 0);
  });
}

/**
 * Shows a page on screens of some sizes, on each in light and in dark: the page stays, its look alone changes.
 *
 * @returns each look once it is there
 */
export async function* looks(
  page: Page,
  sizes: readonly (readonly [width: number, height: number])[],
): AsyncGenerator<string> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      yield `${width} px, ${colorScheme}`;
    }
  }
}

/** The toast that is shown, not what it tells screen readers. */
export function toast(page: Page, title: string): Locator {
  return page.locator('.toast', { hasText: title });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
