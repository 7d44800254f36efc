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
 * Launches a headless Chromium whose pages are watched by `guard.ts`: the headless shell, where it is installed.
 *
 * @param options `microphone` is a WAV file that is played once; the default is silence. `isWhole` asks for Chromium
 *   instead of its shell. `bringsPagesBack` enables the back-forward cache. `deniesMicrophone` refuses it, like a user
 */
export async function launchBrowser(
  options: {
    microphone?: string;
    isWhole?: boolean;
    bringsPagesBack?: boolean;
    deniesMicrophone?: boolean;
  } = {},
): Promise<Browser> {
  // Chromium plays silence for a missing file, which would hide the mistake.
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
      `--use-fake-ui-for-media-stream${options.deniesMicrophone ? '=deny' : ''}`,
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // Pages of one site share a process, which Chromium turns off under automation.
      '--process-per-site',
      ...(options.microphone ? [`--use-file-for-fake-audio-capture=${options.microphone}%noloop`] : []),
    ],
  });
  guard(browser);
  // Page routes miss a service worker's requests; tests about it allow it.
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

/** Opens a section below the translation. On a wide screen the history is open beside it. */
export async function openCard(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: title });
  await heading.waitFor();
  const row = heading.getByRole('button');
  if ((await row.count()) === 0) return;
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
}

/** A new guest's context, past the landing page. Motion is reduced: Chromium draws each frame of an animation. */
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

/** Waits until the recording has lasted this long. */
export async function recordedFor(page: Page, seconds: number, options?: { timeout: number }): Promise<void> {
  await page.waitForFunction(
    (seconds) =>
      Number(document.querySelector<HTMLElement>('[data-elapsed]')?.dataset.elapsed ?? -1) >= seconds,
    seconds,
    // Polling by frames would disturb the recording.
    { polling: 100, ...options },
  );
}

/** Fills the visible form, and returns to the site. @param say the login's texts in the browser's language */
export async function fillSignUp(
  page: Page,
  say: (english: string) => string = (english) => english,
): Promise<Person> {
  const person = {
    email: `${randomUUID()}@parley.example`,
    password: 'Correct-horse-7',
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
  await page.getByLabel(say('First name (optional)')).fill(person.firstName);
  await page.getByLabel(say('Last name (optional)')).fill(person.lastName);
  await page.getByLabel(say('Email address')).fill(person.email);
  await page.getByLabel(say('Password')).fill(person.password);
  await page.getByRole('button', { name: say('Create account') }).click();
  return person;
}

/**
 * Waits until all transitions have ended, even those of a moment with reduced motion. Half-way colours have the wrong
 * contrast, and inherited colours begin when the inherited change has ended.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let ending: Animation[];
    do {
      // Animations of a change begin with the next frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    } while (ending.length > 0);
  });
}

/** Shows a page in each size, light and dark. @returns the name of each look once shown */
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

/** The visible toast, not its announcement. */
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
