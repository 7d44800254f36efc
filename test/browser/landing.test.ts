import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { violations } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signUpIn } from './people.ts';

const url = inject('parley');
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the first visit sees the landing page, in its own words', async () => {
  const context = await browser.newContext();
  const { page, problems } = await openPage(context, url);
  await page.getByText('Start translating immediately • No limits • Full access to all features').waitFor();
  for (const name of ['Use as Guest', 'Register for Free Account', 'Start Translating Now']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(1);
  }
  for (const name of [
    'Speech recognition',
    '36 languages',
    'Natural speech',
    'Speak',
    'Translate',
    'Listen',
  ]) {
    expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(1);
  }
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe(
    '/privacy-policy',
  );
  expect(await footer.getByRole('link', { name: 'Contact' }).getAttribute('href')).toMatch(/^mailto:.+@/);
  expect(problems).toEqual([]);
  await context.close();
});

test.for(['Use as Guest', 'Start Translating Now'])(
  '%s says that it enters, enters after 0.5 s, and is not seen again in this session',
  async (name) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.clock.install({ time: 0 });
    await page.goto(url);
    await page.getByRole('button', { name }).waitFor();
    await page.clock.pauseAt(60_000);
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Entering...' }).waitFor();
    await page.clock.runFor(499);
    expect(await page.getByRole('button', { name: 'Entering...' }).count()).toBe(1);
    await page.clock.runFor(1);
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.clock.resume();
    await page.reload();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await context.close();
  },
);

test('after entering, the way back leads to where they came from', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/privacy-policy`);
  await enter(page);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/privacy-policy');
  await context.close();
});

test('another session begins at the landing page again', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page);
  const other = await context.newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Use as Guest' }).waitFor();
  await context.close();
});

test('at its own address it can be seen again, and leads on to the translator', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page);
  await page.goto(`${url}/landing`);
  await page.getByRole('button', { name: 'Use as Guest' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

test('Register for Free Account leads to the form that makes an account', async () => {
  const context = await browser.newContext();
  const { page } = await openPage(context, url);
  await page.getByRole('button', { name: 'Register for Free Account' }).click();
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await context.close();
});

test('who is signed in does not see it, and has entered for when they sign out', async () => {
  const context = await browser.newContext();
  await signUpIn(context, url);
  const { page } = await openPage(context, `${url}/landing`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await context.close();
});

test('/speech-translator has no landing page before it', async () => {
  const context = await browser.newContext();
  const { page } = await openPage(context, `${url}/speech-translator`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await context.close();
});

test('nothing moves while it comes', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(() => {
    const counted = window as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) counted.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { page } = await openPage(context, url);
  await page.getByRole('button', { name: 'Start Translating Now' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
  await context.close();
});

test.for(['/landing', '/'])(
  'with text of twice the size nothing of %s is cut off on a phone',
  async (path) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await enter(page);
    await page.goto(url + path);
    await page.getByRole('main').getByRole('button').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await page.waitForLoadState('networkidle');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await context.close();
  },
);

test('the translator does not load it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((address) => address.includes('landing'))).toEqual([]);
  await context.close();
});

describe.for([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
] as const)('on a %s', ([, width, height]) => {
  test.for(['light', 'dark'] as const)(
    'in %s, axe finds nothing and nothing is cut off',
    async (colorScheme) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const { page } = await openPage(context, url);
      await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await context.close();
    },
  );
});

async function enter(page: Page): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Use as Guest' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
}
