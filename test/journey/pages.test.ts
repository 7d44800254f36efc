import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Route, routes } from '../../shared/routes.ts';
import { violations } from '../support/browser/axe.ts';
import { goTo, guestsInTurn, launchBrowser, looks, newGuest, openPage } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

test.for<Route>([...routes])('$path shows its page', async ({ path, page: kind, title, access }) => {
  const context = await next();
  if (access === 'user') await signUpIn(context, url);
  const { page, problems } = await openPage(context, url + path);
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), title);
  if (kind === 'landing') await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  else if (kind === 'android-setup') await page.getByRole('heading', { level: 1, name: /Android/ }).waitFor();
  else if (kind === 'privacy-policy')
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  else if (kind === 'subscription') await page.getByRole('heading', { name: 'Parley Premium' }).waitFor();
  else if (kind === 'subscription-management')
    await page.getByRole('heading', { name: 'Manage Subscription' }).waitFor();
  else if (kind === 'analytics') await page.getByRole('heading', { name: 'User Analytics' }).waitFor();
  else if (kind === 'performance')
    await page.getByRole('heading', { name: 'Performance Dashboard' }).waitFor();
  else await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(problems).toEqual([]);
});

test('an unknown address is the 404 page, with status 404', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const response = await page.goto(`${url}/nowhere/caf%C3%A9/${'long-'.repeat(50)}`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  await page.getByText(/^The address \/nowhere\/café\/(long-){9}l?… leads nowhere/).waitFor();
  expect(await page.title()).toBe('Page Not Found · Parley');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Page Not Found');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  expect(await page.locator('meta[name=robots]').count()).toBe(0);
  await context.close();
});

test.for(['/', '/subscription', '/nowhere'])(
  'on screens of every size, light and dark, axe finds nothing in %s and nothing is cut off',
  async (path) => {
    const context = await next();
    await signUpIn(context, url);
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByRole('heading').first().waitFor();
    if (path === '/') {
      await page.getByRole('textbox').fill('the house');
      await page.getByRole('button', { name: 'Translate Text' }).click();
      await page.getByTestId('translation').waitFor();
      await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
    }
    const sizes = [
      [390, 844],
      [320, 568],
      [768, 1024],
      [1440, 900],
    ] as const;
    for await (const look of looks(page, sizes)) {
      expect(await violations(page), look).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, look).toBeLessThanOrEqual(0);
    }
  },
);

test.for([
  ['phone', 390, 844],
  ['laptop', 1280, 800],
] as const)('on a %s, speaking, reading and hearing are in view at once', async ([, width, height]) => {
  const context = await next({ viewport: { width, height } });
  const { page } = await openPage(context, url);
  await page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Copy' }).waitFor();
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').waitFor();
  for (const element of [
    page.getByRole('button', { name: 'Start recording' }),
    page.getByTestId('translation'),
    page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Copy' }),
  ]) {
    const { y = -1, height: tall = 0 } = (await element.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + tall).toBeLessThanOrEqual(height);
  }
});

test('below the translation come phrases, history, settings, usage and the visitor’s data, in this order', async () => {
  const context = await next();
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  const { page } = await openPage(context, url);
  const names = ['Quick Actions', 'History', 'Settings', 'Usage', 'Your data'];
  for (const name of names) await page.getByRole('region', { name, exact: true }).waitFor();
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles.filter((title) => names.includes(title))).toEqual(names);
});

test('the open list of languages, with all that may be in it, has nothing for axe to find', async () => {
  const context = await next();
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('parley.languages', '{"pinned":["ca"],"recent":["fr"]}');
  });
  await goTo(page, url);
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('grid').waitFor();
  expect(await violations(page)).toEqual([]);
});

test.for([
  ['guest', 'at once'],
  ['guest', 'late'],
  ['user', 'at once'],
] as const)('for a %s nothing moves while the page fills itself, the font coming %s', async ([who, font]) => {
  const context = await newGuest(browser, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  });
  if (who === 'user') await signUpIn(context, url);
  if (font === 'late') await comeAfterFirstPaint(context, /\.woff2$/);
  await context.addInitScript(() => {
    const counted = window as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) counted.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { page } = await openPage(context, url);
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('region', { name: 'Usage' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
  await context.close();
});

test('the page asks only for endpoints that are there, and for the status before any other', async () => {
  const context = await next();
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.goto(url);
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => calls.length).toBe(4);
  expect(calls[0]).toBe('/api/subscription-status');
  expect(calls.slice(1).sort()).toEqual(['/api/health', '/api/phrases', '/api/settings']);
});

/** Holds files back until the page has drawn something without them. */
async function comeAfterFirstPaint(context: BrowserContext, files: RegExp): Promise<void> {
  await context.route(files, async (route) => {
    const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    await route.request().frame().page().waitForFunction(painted);
    await route.continue();
  });
}
