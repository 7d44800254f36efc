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
import type { Person } from '../session.ts';

/**
 * A headless Chromium whose microphone plays a recording once.
 *
 * @param options `microphone` is a WAV file; without it the microphone is silent. `bringsPagesBack` keeps pages that
 *   were left as they were, for the way back, which Playwright's own browsers do not
 */
export async function launchBrowser(
  options: { microphone?: string; bringsPagesBack?: boolean } = {},
): Promise<Browser> {
  // Chromium takes a missing file for silence, which would make a test fail for the wrong reason.
  if (options.microphone) accessSync(options.microphone, constants.R_OK);
  return chromium.launch({
    executablePath: findChromium(),
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
      ...(options.microphone ? [`--use-file-for-fake-audio-capture=${options.microphone}%noloop`] : []),
    ],
  });
}

/** Debian's Chromium or Chrome on the PATH, else Playwright's own. */
export function findChromium(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isExecutable) ?? chromium.executablePath();
}

/** A page that fails its test on any error in the console that the test does not expect. */
export async function openPage(
  context: BrowserContext,
  address: string,
): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  return { page, problems };
}

/** A browser of somebody new who has the landing page behind them: a guest with three translations. */
export async function newGuest(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    // A blank page has no storage.
    if (location.protocol === 'http:') sessionStorage.setItem('parley.entered', '1');
  });
  return context;
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
